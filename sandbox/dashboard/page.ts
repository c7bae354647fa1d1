import { dashboardFiles } from "./assets.ts";

/** Scripts build the content; without scripts, the page shows a notice. */
const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sandbox</title>
<link rel="icon" href="ui/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="ui/style.css">
<script type="module" src="ui/main.js"></script>
</head>
<body>
<header>
  <p class="row brand"><img src="ui/icon.svg" alt="" width="28" height="28"><span>Sandbox</span></p>
  <nav id="nav" class="lines" aria-label="Pages"></nav>
  <div id="clock"></div>
  <p id="connection" class="soft"></p>
</header>
<main></main>
<div class="lines toasts"><p id="notice" role="status"></p><p id="problem" role="alert"></p></div>
<noscript><p>The dashboard needs JavaScript; everything it does is also done over HTTP, below this address.</p></noscript>
</body>
</html>
`;

const HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Allows only the sandbox's files, and never parses text as markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

export function dashboard(): Response {
  return new Response(PAGE, {
    headers: { ...HEADERS, "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY },
  });
}

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
};

/** Returns a file of the page; undefined for an unknown name. */
export function dashboardFile(name: string): Response | undefined {
  const files = dashboardFiles();
  const text = Object.hasOwn(files, name) ? files[name] : undefined;
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)];
  if (text === undefined || type === undefined) return undefined;
  return new Response(text, { headers: { ...HEADERS, "content-type": type } });
}
