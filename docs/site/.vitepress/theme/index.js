import DefaultTheme from "vitepress/theme";
import "./style.css";

/** Loads the playground, which runs programs in the page. */
const playground = () => import(/* @vite-ignore */ `${import.meta.env.BASE_URL}playground/playground.js`);
const home = `${import.meta.env.BASE_URL}playground`;

/** Opens the program whose button was clicked, and runs it. */
async function onClick({ target }) {
  const button = target.closest?.("button.run-program");
  if (!button) return;
  button.disabled = true;
  button.textContent = "Loading …";
  const block = button.closest("[class*=language-]");
  const { open } = await playground();
  await open(block, block.querySelector("pre code").textContent, { view: button.dataset.view, home }, true);
}

/** Opens the program that the address holds, without running it: its reader may not know it yet. */
async function openLinked() {
  if (!location.hash.startsWith("#code=")) return;
  const { codeOf, open } = await playground();
  const code = await codeOf(location.hash);
  const title = document.querySelector(".vp-doc h1");
  if (code === undefined || title === null) return;
  const block = document.createElement("div");
  block.className = "language-ts";
  title.after(block);
  await open(block, code, { home }, false);
}

export default {
  extends: DefaultTheme,
  enhanceApp({ router }) {
    if (import.meta.env.SSR) return;
    document.addEventListener("click", onClick);
    const { onAfterRouteChanged } = router;
    router.onAfterRouteChanged = async (to) => (await onAfterRouteChanged?.(to), await openLinked());
    addEventListener("hashchange", openLinked);
  },
};
