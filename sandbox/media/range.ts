// Range requests (RFC 9110 14).
import { type Content, toStream } from "../base/content.ts";

export function contentReply(
  content: Content,
  range: string | null,
  headers: Readonly<Record<string, string>>,
): Response {
  const part = range === null ? undefined : parseRange(range, content.size);
  if (part === "unsatisfiable") {
    return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${content.size}` } });
  }
  const { start, end } = part ?? { start: 0, end: content.size };
  const sized = { ...headers, "accept-ranges": "bytes", "content-length": String(end - start) };
  const body = toStream(content.read(start, end));
  if (part === undefined) return new Response(body, { headers: sized });
  const contentRange = `bytes ${start}-${end - 1}/${content.size}`;
  return new Response(body, { status: 206, headers: { ...sized, "content-range": contentRange } });
}

/** Parses a range. Invalid and multiple ranges are ignored. */
function parseRange(range: string, size: number) {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range.trim()) ?? [];
  if (first === "" && last === "") return undefined;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(size, Number(last) + 1);
  return start < end ? { start, end } : "unsatisfiable";
}
