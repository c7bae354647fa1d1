/// <reference lib="dom" />
import type { IssuedTokens } from "../../store/oauth.ts";
import { api, attempt, copy, removing, type View } from "./api.ts";
import { sandboxNow } from "./clock.ts";
import { div, el, facts, field, fill, foreign, form, list, name, section, span } from "./dom.ts";
import { count, timeSpan } from "./format.ts";
import { icon } from "./icons.ts";
import { showLatest } from "./latest.ts";

interface Session {
  readonly id: number;
  readonly app: string;
  readonly user: string | null;
  readonly ended: boolean;
  readonly tokens: number;
  readonly refreshes: number;
  readonly expiresAt: string | null;
  readonly refreshExpiresAt: string | null;
  readonly canRefresh: boolean;
}

interface Sessions {
  readonly tokenTtlSeconds: number;
  readonly refreshTtlSeconds: number | null;
  readonly sessions: readonly Session[];
}

function lifetime(title: string, expiresAt: string | null, lasts: number | null): HTMLElement {
  const left = expiresAt === null ? Infinity : Date.parse(expiresAt) - sandboxNow();
  const rest = left > 0 ? `${timeSpan(left)} left` : "expired";
  const words = left === Infinity ? "never expires" : rest;
  const part = left === Infinity || lasts === null ? 1 : Math.min(1, Math.max(0, left / (lasts * 1000)));
  const bar = el("span", { class: "bar", "aria-hidden": "true" }, el("span"));
  bar.style.setProperty("--part", `${part * 100}%`);
  return div("lifetime", span("soft", title), bar, el("span", {}, words));
}

export class SessionsView implements View {
  readonly element: HTMLElement;
  readonly #list = list("Sessions, newest first");
  readonly #user = el("input", { placeholder: "the first one", autocapitalize: "off", spellcheck: "false" });
  readonly #made = el("ul", { class: "row made", "aria-label": "New tokens" });

  constructor() {
    const issue = attempt(async () => {
      const user = /^\d+$/.test(this.#user.value) ? Number(this.#user.value) : this.#user.value || undefined;
      this.#show(await api<IssuedTokens>("tokens", "POST", { user }));
      await this.refresh();
    });
    const button = el("button", { class: "main" }, "Issue tokens");
    const user = field("User, by id or permalink", this.#user, "grow");
    this.element = section("Sessions", form(issue, user, button), this.#made, this.#list);
  }

  refresh(): Promise<void> {
    return showLatest(this, api<Sessions>("sessions"), (found) => this.#draw(found));
  }

  #draw({ sessions, ...ttl }: Sessions): void {
    const hint =
      "Programs that sign in appear here. The sandbox keeps only hashes of tokens, so it can't show them again.";
    fill(this.#list, sessions.map((session) => this.#row(session, ttl)), "Nobody is signed in", hint);
  }

  /** Shows new tokens once, shortened; the full tokens are only copied to the clipboard. */
  #show({ access_token, refresh_token }: IssuedTokens): void {
    const row = (title: string, token: string) =>
      el(
        "li",
        { class: "row" },
        span("soft", title),
        el("code", {}, `…${token.slice(-8)}`),
        el("button", { onclick: attempt(() => copy(token, `the ${title}`)) }, icon("copy"), `Copy ${title}`),
      );
    this.#made.replaceChildren(row("access token", access_token), row("refresh token", refresh_token));
  }

  #row(session: Session, ttl: Omit<Sessions, "sessions">): HTMLElement {
    const { id, app, user, ended, tokens, refreshes, expiresAt, refreshExpiresAt, canRefresh } = session;
    const end = removing(this, `sessions/${id}`, `Ended session ${id}`);
    const lives = ended ? [el("p", { class: "soft" }, "Ended")] : [
      lifetime("Access", expiresAt, ttl.tokenTtlSeconds),
      ...(canRefresh ? [lifetime("Refresh", refreshExpiresAt, ttl.refreshTtlSeconds)] : []),
    ];
    return el(
      "li",
      { class: "row item columns" },
      name(user === null ? "The app, without a user" : foreign(user), foreign(app)),
      div("lines lives", ...lives),
      facts(`session ${id}`, count(tokens, "access token"), `refreshed ${count(refreshes, "time")}`),
      !ended && el("button", { "aria-label": `End session ${id}`, onclick: end }, "End"),
    );
  }
}
