/// <reference lib="dom" />

/** A press that lasts longer holds nothing back: it may have ended outside of the window. */
const LONGEST_PRESS_MS = 1000;
let pressed: Promise<void> = Promise.resolve();

addEventListener("pointerdown", () => {
  pressed = new Promise((resolve) => {
    // The click comes right after the release, and has to find its button.
    const release = () => setTimeout(resolve);
    addEventListener("pointerup", release, { once: true });
    addEventListener("pointercancel", release, { once: true });
    setTimeout(resolve, LONGEST_PRESS_MS);
  });
}, { capture: true });

/** Draws anew, and gives the focus back to the button that had it. */
function keepingFocus(draw: () => void): void {
  const label = document.activeElement?.getAttribute("aria-label");
  draw();
  if (label == null || document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`main [aria-label="${CSS.escape(label)}"]`)?.focus();
}

/** Shows the replies to a question that is asked again and again. */
export class Latest {
  #asked = 0;

  /**
   * Draws a reply, unless the question was asked again since: what was overtaken is about what nobody looks at any more.
   * Nothing is drawn between the press of a button and its release: a button that is replaced is never clicked.
   */
  async show<T>(reply: Promise<T>, draw: (value: T) => void): Promise<void> {
    const asked = ++this.#asked;
    const value = await reply;
    await pressed;
    if (asked === this.#asked) keepingFocus(() => draw(value));
  }
}
