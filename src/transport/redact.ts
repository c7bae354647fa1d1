const SECRET = /token|secret|code|sign|polic|key|client_id/i;

/** Hides the secrets of a URL: usernames and passwords, tokens, codes, signatures, share tokens. */
export function redact(url: string): string {
  return url
    .replace(/\/\/[^/?#]*@/, "//")
    .replace(/([?&][^=&#]*=)[^&#]*/g, (pair, name) => SECRET.test(name) ? `${name}***` : pair)
    .replace(/(\/|=|%2F|%3D)s-[\w-]+/gi, "$1s-***");
}
