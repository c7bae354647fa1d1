/** Draws what a refresh sends and stores, `docs/images/refresh.svg`, from a run against a sandbox. */
import { MemoryTokenStore, ServiceClient, type TokenRecord } from "@tonearm/client";
import { createSandbox } from "@tonearm/sandbox";

const ACTORS = ["your code", "client", "token store", "SoundCloud"] as const;
type Actor = typeof ACTORS[number];

/** One arrow. */
interface Step {
  readonly from: Actor;
  readonly to: Actor;
  readonly text: string;
}

/** A store that tells what is read and written. */
class ToldStore extends MemoryTokenStore {
  readonly #tell: (step: Step) => void;

  constructor(record: TokenRecord, tell: (step: Step) => void) {
    super(record);
    this.#tell = tell;
  }

  override compareAndSwap(expected: TokenRecord | undefined, next: TokenRecord): boolean {
    const swapped = super.compareAndSwap(expected, next);
    const isPair = next.refreshToken !== expected?.refreshToken;
    const text = isPair ? "the new pair of tokens" : "its intent to refresh";
    this.#tell({ from: "client", to: "token store", text });
    return swapped;
  }
}

/** Makes two calls at once with an expired token, and returns what happened in its order. */
export async function refreshSteps(): Promise<readonly Step[]> {
  using sandbox = createSandbox({ clock: "2026-01-01T12:00:00Z" });
  const { access_token: accessToken, refresh_token: refreshToken } = sandbox.issueTokens();
  const steps: Step[] = [];
  const tell = (step: Step) => void steps.push(step);
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const name = `${request.method} ${new URL(request.url).pathname}`;
    tell({ from: "client", to: "SoundCloud", text: name });
    const reply = await sandbox.fetch(request);
    tell({ from: "SoundCloud", to: "client", text: `${reply.status} to ${name}` });
    return reply;
  };
  const store = new ToldStore({ generation: 1, accessToken, refreshToken: refreshToken ?? "" }, tell);
  const client = new ServiceClient({ ...sandbox.clientConfig, fetch: send, tokenStore: store });
  sandbox.clock.advance((sandbox.config.tokenTtlSeconds + 1) * 1000);
  const call = async (name: string, work: () => Promise<unknown>) => {
    tell({ from: "your code", to: "client", text: name });
    await work();
    tell({ from: "client", to: "your code", text: `the result of ${name}` });
  };
  await Promise.all([
    call("me.getMe()", () => client.me.getMe()),
    call("tracks.getTrack(1078)", () => client.tracks.getTrack(1078)),
  ]);
  return steps;
}

const [WIDTH, STEP, TOP, BOX] = [860, 34, 70, 32];
const xOf = (actor: Actor): number => 90 + ACTORS.indexOf(actor) * 226;

function arrow({ from, to, text }: Step, index: number): string {
  const [start, end, y] = [xOf(from), xOf(to), TOP + STEP * (index + 1)];
  return `<path d="M${start} ${y}H${end}" marker-end="url(#head)"/>` +
    `<text x="${(start + end) / 2}" y="${y - 6}">${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</text>`;
}

/** Draws the steps, in the colours of the reader's system. */
export function drawRefresh(steps: readonly Step[]): string {
  const height = TOP + STEP * (steps.length + 1);
  const heads = ACTORS.map((actor) =>
    `<path class="life" d="M${xOf(actor)} ${20 + BOX}V${height - 10}"/>` +
    `<rect x="${xOf(actor) - 75}" y="20" width="150" height="${BOX}" rx="6"/>` +
    `<text class="name" x="${xOf(actor)}" y="41">${actor}</text>`
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">
<title>Two calls meet an expired token: the client refreshes once, stores the new pair, and repeats both calls</title>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0 8 4 0 8z"/></marker></defs>
<style>svg{--ink:#14202f;--line:#3b4b66;--box:#eef3fb;--page:#fff}@media(prefers-color-scheme:dark){svg{--ink:#e6edf3;--line:#9db0cc;--box:#1d2736;--page:#12171f}}.page{fill:var(--page);stroke:none}path{fill:none;stroke:var(--line);stroke-width:1.5}.head{fill:var(--line);stroke:none}.life{stroke-dasharray:4 4}rect{fill:var(--box);stroke:var(--line)}text{font:12px system-ui,sans-serif;text-anchor:middle;fill:var(--ink);stroke:var(--page);stroke-width:5px;paint-order:stroke}.name{font-weight:600;stroke:none}</style>
<rect class="page" width="${WIDTH}" height="${height}" rx="12"/>
${heads.join("\n")}
${steps.map(arrow).join("\n")}
</svg>
`;
}
