// The shape of a reply without its values, so that no secret is recorded.

/** Facts of one reply by name, as in `reply.user.urn` → `urn`. Several values of one fact are in order, by `|`. */
export type Facts = Readonly<Record<string, string>>;

/** Headers that matter to clients, and the recorded part of each. */
const HEADERS: Readonly<Record<string, (value: string) => string>> = {
  "content-type": (value) => /^[\w./+-]+(; charset=[\w-]+)?$/.test(value) ? value : "another",
  "location": placeOf,
  "www-authenticate": (value) => /^[A-Za-z]+/.exec(value)?.[0] ?? "another",
  "retry-after": (value) => /^\d+$/.test(value) ? "seconds" : "date",
  "allow": (value) => value.replace(/[^A-Z, ]/g, ""),
  "deprecation": () => "set",
  "sunset": () => "set",
};

/** The pattern of a URL, without ids, secrets and values, and with the kind of host. */
function placeOf(address: string): string {
  if (!URL.canParse(address, "https://api.invalid")) return "no address";
  const { hostname, pathname, searchParams } = new URL(address, "https://api.invalid");
  const host = /(^|\.)api\.|localhost|127\.0\.0\.1|sandbox/.test(hostname) && !pathname.includes("/_media/")
    ? "api"
    : "media";
  const path = host === "api" ? pathname.replace(/%3A/gi, ":").split("/").map(segmentOf).join("/") : "";
  return `${host} ${path} ${[...new Set(searchParams.keys())].sort().join(" ")}`.trimEnd();
}

/** Keeps the names of resources; other segments may be secrets. */
function segmentOf(segment: string): string {
  return /^(|me|users|tracks|playlists|system-playlists|streams|likes|reposts|followers|followings|comments|related|preview|hls|http|all|own|activities|feed|favorites|favoriters|reposters)$/
      .test(segment)
    ? segment
    : "{}";
}

const FORMATS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["timestamp", /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \+0000$/],
  ["iso time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/],
  ["urn", /^soundcloud:[a-z-]+:/],
  ["url", /^https?:\/\//],
];

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "string") return Array.isArray(value) ? "array" : typeof value;
  return FORMATS.find(([, pattern]) => pattern.test(value))?.[0] ?? "text";
}

/** The shape of a value by position. Resources of a kind have their own positions, as in `reply[]<track>.title`. */
class Shape {
  readonly places = new Map<string, Set<string>>();
  readonly #objects = new Map<string, Set<string>[]>();

  add(place: string, value: unknown): void {
    const known = this.places.get(place) ?? new Set();
    this.places.set(place, known.add(typeOf(value)));
    if (Array.isArray(value)) { for (const item of value) this.add(`${place}[]`, item); }
    else if (typeof value === "object" && value !== null) this.#object(place, value as Record<string, unknown>);
  }

  #object(place: string, value: Record<string, unknown>): void {
    const kind = typeof value.kind === "string" && /^[a-z-]+$/.test(value.kind) ? `<${value.kind}>` : "";
    const own = place + kind;
    if (kind) this.places.set(`${place} kinds`, (this.places.get(`${place} kinds`) ?? new Set()).add(kind));
    this.#objects.set(own, [...this.#objects.get(own) ?? [], new Set(Object.keys(value))]);
    for (const [name, member] of Object.entries(value)) {
      if (/^\w{1,40}$/.test(name)) this.add(`${own}.${name}`, member);
    }
  }

  /** Returns the facts, and marks fields that only some items have. */
  facts(): Record<string, string> {
    for (const [place, objects] of this.#objects) {
      for (const name of new Set(objects.flatMap((keys) => [...keys]))) {
        if (objects.some((keys) => !keys.has(name))) this.places.get(`${place}.${name}`)?.add("missing");
      }
    }
    return Object.fromEntries([...this.places].map(([place, types]) => [place, [...types].sort().join("|")]));
  }
}

/** The pattern of the link to the next page, or how the list ends. */
function pagingOf(body: unknown): Record<string, string> {
  if (typeof body !== "object" || body === null || !("collection" in body)) return {};
  const { next_href: next } = body as Readonly<{ next_href?: unknown }>;
  if (typeof next === "string") return { "paging next": placeOf(next) };
  return { "paging end": next === null ? "null" : "missing" };
}

/** The code of an error, and whether it has a message. */
function errorOf(body: unknown): Record<string, string> {
  if (typeof body !== "object" || body === null) return {};
  const { code, message, errors } = body as Readonly<Record<string, unknown>>;
  return {
    ...(typeof code === "number" ? { "error code": String(code) } : {}),
    ...(typeof message === "string" ? { "error message": message === "" ? "empty" : "words" } : {}),
    ...(Array.isArray(errors) ? { "error list": errors.length === 0 ? "empty" : "items" } : {}),
  };
}

/** The facts of a reply with the given text. */
export function factsOf(reply: Response, text: string): Facts {
  const facts: Record<string, string> = { status: String(reply.status) };
  for (const [name, keep] of Object.entries(HEADERS)) {
    const value = reply.headers.get(name);
    if (value !== null) facts[`header ${name}`] = keep(value);
  }
  if (text.trim() === "") return { ...facts, reply: "empty" };
  const body = parse(text);
  if (body === undefined) return { ...facts, reply: "no JSON" };
  const shape = new Shape();
  shape.add("reply", withoutLink(body));
  return { ...facts, ...shape.facts(), ...pagingOf(body), ...(reply.status >= 400 ? errorOf(body) : {}) };
}

/** Removes the link to the next page, which depends on the data and has its own facts. */
function withoutLink(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const { next_href: _next, future_href: _future, ...rest } = body as Readonly<Record<string, unknown>>;
  return rest;
}

/** Parses JSON; undefined if it is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
