import type { AudioFormat } from "../audio/recognise.ts";
import type { Database } from "./database.ts";
import { insertRow } from "./rows.ts";

export type PictureFormat = "png" | "jpeg" | "gif";

/** An uploaded file: small content is in the row, large content in the folder next to the database. */
export interface Asset {
  readonly id: number;
  readonly format: AudioFormat | PictureFormat;
  readonly duration: number;
  readonly size: number;
  readonly bytes: Uint8Array | null;
  readonly file: string | null;
}

export function isAssetName(name: string): boolean {
  return /^asset-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
}

export type NewAsset = Omit<Asset, "id">;

/** Their duration counts towards the quota of their user until they are deleted. */
export const ASSET_SCHEMA = `
CREATE TABLE assets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  track_id INTEGER REFERENCES tracks(id) ON DELETE CASCADE,
  playlist_id INTEGER REFERENCES playlists(id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('sound', 'artwork')),
  format TEXT NOT NULL,
  duration INTEGER NOT NULL,
  size INTEGER NOT NULL,
  bytes BLOB,
  file TEXT,
  UNIQUE (track_id, kind),
  UNIQUE (playlist_id, kind),
  CHECK ((track_id IS NULL) <> (playlist_id IS NULL))
);
CREATE TRIGGER asset_added AFTER INSERT ON assets BEGIN
  UPDATE users SET upload_seconds_used = upload_seconds_used + (NEW.duration + 999) / 1000 WHERE id = NEW.user_id;
END;
CREATE TRIGGER asset_removed AFTER DELETE ON assets BEGIN
  UPDATE users SET upload_seconds_used = upload_seconds_used - (OLD.duration + 999) / 1000 WHERE id = OLD.user_id;
END;
`;

export function findSound(db: Database, trackId: number): Asset | undefined {
  return db.get<Asset>("SELECT * FROM assets WHERE track_id = ? AND kind = 'sound'", trackId);
}

export function findPicture(db: Database, id: number): Asset | undefined {
  return db.get<Asset>("SELECT * FROM assets WHERE id = ? AND kind = 'artwork'", id);
}

export function pictureFile({ id, format }: Pick<Asset, "id" | "format">, size: string): string {
  return `${id}-${size}.${format === "jpeg" ? "jpg" : format}`;
}

export interface AssetOwner {
  readonly type: "track" | "playlist";
  readonly id: number;
  readonly userId: number;
}

export function putAsset(
  db: Database,
  { type, id, userId }: AssetOwner,
  kind: "sound" | "artwork",
  asset: NewAsset,
): number {
  db.run(`DELETE FROM assets WHERE ${type}_id = ? AND kind = ?`, id, kind);
  return insertRow(db, "assets", { [`${type}_id`]: id, user_id: userId, kind, ...asset });
}

export function fileAssets(db: Database): { file: string; size: number }[] {
  return db.all("SELECT file, size FROM assets WHERE file IS NOT NULL ORDER BY id");
}

export function soundIds(db: Database): ReadonlySet<number> {
  return new Set(db.all<{ id: number }>("SELECT id FROM assets WHERE kind = 'sound'").map(({ id }) => id));
}
