/** Compares the pages of a login, without their style, with `authorize_page.txt`; `TONEARM_GOLDEN=write` writes it. */
import "../../../sandbox/node.ts";
import { consentPage, donePage, refusalPage } from "../../../sandbox/present/authorize_page.ts";
import type { UserRow } from "../../../sandbox/store/rows.ts";
import { World } from "../../../sandbox/world/world.ts";
import { assertGolden } from "../../support/golden.ts";

const GOLDEN = new URL("authorize_page.txt", import.meta.url);

/** Returns the first users of the catalogue, of which one has a hostile name and the last one an unconfirmed e-mail. */
function firstUsers(): UserRow[] {
  const world = new World();
  const rows = world.db.all<UserRow>("SELECT * FROM users ORDER BY id LIMIT 6");
  world.close();
  return rows;
}

Deno.test("consentPage(), donePage() and refusalPage() are as they looked right in a browser", async () => {
  const pages = [
    consentPage("An <app> & more", firstUsers()),
    donePage("The device acts for <b>Ann</b>."),
    refusalPage("No app has the id <x>."),
  ];
  const text = pages.join("\n").replaceAll(/<style>[^]*?<\/style>/g, "<style></style>");
  await assertGolden(text, GOLDEN);
});
