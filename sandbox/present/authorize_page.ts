import { escapeToBuffer } from "hono/utils/html";
import type { UserRow } from "../store/rows.ts";

function escape(text: string): string {
  const buffer: [string] = [""];
  escapeToBuffer(text, buffer);
  return buffer[0];
}

const STYLE = `
  :root { color-scheme: light dark; --line: #8884; --accent: #d4420b; }
  * { box-sizing: border-box; }
  body { margin: 0 auto; max-width: 32rem; padding: 1.5rem 1rem 6rem; font: 1rem/1.5 system-ui, sans-serif; }
  h1 { font-size: 1.4rem; line-height: 1.25; }
  label { display: flex; gap: .75rem; align-items: center; padding: .6rem .25rem; border-bottom: 1px solid var(--line); }
  label span { overflow-wrap: anywhere; }
  small { opacity: .75; display: block; }
  fieldset { border: 0; margin: 0; padding: 0; }
  legend { padding: 0; }
  input[type=radio] { width: 1.25rem; height: 1.25rem; flex: none; accent-color: var(--accent); }
  input[type=text] { font: inherit; width: 100%; padding: .5rem; }
  .choice { position: fixed; inset: auto 0 0; display: flex; gap: .75rem; justify-content: center; padding: .75rem 1rem;
    background: Canvas; border-top: 1px solid var(--line); }
  button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0 1.5rem; border-radius: .4rem; border: 1px solid var(--line);
    background: none; color: inherit; flex: 0 1 14rem; }
  button[value=allow] { background: var(--accent); border-color: var(--accent); color: #fff; }
`;

/** Returns the consent page, which lets an app act for one of the users. It needs no script. */
export function consentPage(app: string, users: readonly UserRow[]): string {
  return document(
    `Allow ${app}?`,
    `<p>${escape(app)} wants to act for one of the sandbox's users. Nothing leaves this machine.</p>
<form method="post">
<fieldset>
<legend>Log in as</legend>
${users.map(userChoice).join("\n")}
<label><span>Somebody else, by permalink or id <input type="text" name="other" autocomplete="off" autocapitalize="none"></span></label>
</fieldset>
<div class="choice">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</div>
</form>`,
  );
}

function userChoice(user: UserRow, index: number): string {
  const checked = index === 0 ? " checked" : "";
  const tracks = `${user.track_count} track${user.track_count === 1 ? "" : "s"}`;
  const facts = [user.permalink, tracks, ...user.email_confirmed ? [] : ["e-mail not confirmed"]].join(" · ");
  return `<label><input type="radio" name="user" value="${user.id}"${checked}>
<span><bdi>${escape(user.username)}</bdi><small>${escape(facts)}</small></span></label>`;
}

export function donePage(outcome: string): string {
  return document("Done", `<p>${escape(outcome)}</p>`);
}

/** Returns the page for a request that can't be answered with a redirect. */
export function refusalPage(reason: string): string {
  return document("This login cannot continue", `<p>${escape(reason)}</p>`);
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
${body}
</main>
</body>
</html>
`;
}
