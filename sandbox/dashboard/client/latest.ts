/// <reference lib="dom" />

/** A longer press doesn't delay drawing, because it may have ended outside the window. */
const LONGEST_PRESS_MS = 1000;
let pressed: Promise<void> = Promise.resolve();
let release = () => {};

addEventListener("pointerdown", () => {
  pressed = new Promise((resolve) => {
    release = resolve;
    setTimeout(resolve, LONGEST_PRESS_MS);
  });
});
// The click follows the release, and must find its button.
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => setTimeout(release));

function keepingFocus(draw: () => void): void {
  const label = document.activeElement?.getAttribute("aria-label");
  draw();
  if (label == null || document.activeElement !== document.body) return;
  const again = document.querySelector<HTMLElement>(`main [aria-label="${CSS.escape(label)}"]`);
  (again ?? document.querySelector("h1"))?.focus();
}

/** The newest query of each view. */
const newest = new WeakMap<object, Promise<unknown>>();

/**
 * Draws a response in a view, unless the view has sent a newer query. It doesn't draw between the press and the release
 * of a button, because a replaced button receives no click.
 */
export async function showLatest<T>(view: object, reply: Promise<T>, draw: (value: T) => void): Promise<void> {
  newest.set(view, reply);
  const value = await reply;
  await pressed;
  if (newest.get(view) === reply) keepingFocus(() => draw(value));
}
