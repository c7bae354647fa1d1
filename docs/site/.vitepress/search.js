// How the search of the site compares and weighs. Both functions also run in the browser, so each stands alone.

/** Maps a word of a page or of a query to what is compared. */
function processTerm(term) {
  const word = term.toLowerCase().replace(/(?<=[a-z]{3})s$/, "");
  const ignored = ["a", "an", "and", "can", "do", "doe", "for", "from", "how", "i", "in", "is", "my", "of", "on", "the", "to", "with"];
  const same = {
    pagination: ["paging"],
    webhook: ["watching"],
    notification: ["watching"],
    login: ["sign"],
    signin: ["sign"],
    logout: ["sign", "out"],
    mock: ["sandbox", "test"],
    credit: ["attribution"],
  };
  if (ignored.includes(word)) return null;
  return Object.hasOwn(same, word) ? [word, ...same[word]] : word;
}

/** Puts guides before commands, the reference and the pages for contributors. */
function boostDocument(id) {
  if (/\/(?:api\/|command-line\/commands|changelog|contributing|versions)/.test(id)) {
    return 0.3;
  }
  return /\/(?:command-line\/cli|common-errors|questions)/.test(id) ? 0.6 : 1;
}

export const miniSearch = {
  options: { processTerm },
  searchOptions: { fuzzy: 0.1, prefix: true, boost: { title: 2, titles: 2, text: 1 }, boostDocument },
};
