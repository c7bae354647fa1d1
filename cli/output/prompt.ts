// Prompts at a terminal. They are written to stderr, so that stdout contains only the result.
import { Failure, usage } from "../errors.ts";
import type { Terminal } from "./terminal.ts";
import { clean, width } from "./text.ts";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const BACKSPACE = /[\b\u007f]/;
/** With its answer, such a question fits in 40 columns. */
const LONGEST_QUESTION = 29;

export async function ask(context: Terminal, question: string): Promise<string> {
  await context.say(question);
  const answer = await readLine(context, () => false);
  context.screen.entered();
  return answer;
}

export async function askSecret(context: Terminal, question: string): Promise<string> {
  const { stdin } = context.host;
  // Set raw mode first, so that keys typed while the prompt appears stay hidden.
  stdin.setRawMode?.(true);
  try {
    await context.say(question);
    return await readLine(context, (key) => key === CTRL_C);
  } finally {
    stdin.setRawMode?.(false);
    await context.say("\n");
  }
}

/** Asks the user to confirm a deletion; anything but yes means no. */
export async function confirmDeletion(context: Terminal, what: string): Promise<void> {
  if (!context.interactive) throw usage("Cannot ask for confirmation", "Add --yes to delete.");
  if (!await confirm(context, `Delete ${clean(what)}?`)) {
    throw usage("Not deleted", "Answer y to delete, or add --yes.");
  }
}

/** Asks for yes or no, below a long question: some terminals cut the line of the cursor when they become narrower. */
export async function confirm(context: Terminal, question: string): Promise<boolean> {
  const separator = width(question) > LONGEST_QUESTION ? "\n" : " ";
  return /^y(es)?$/i.test(await ask(context, `${question}${separator}[y/N] `));
}

async function readLine(context: Terminal, interrupts: (key: string) => boolean): Promise<string> {
  const decoder = new TextDecoder();
  const characters: string[] = [];
  for await (const chunk of context.host.stdin) {
    for (const key of decoder.decode(chunk, { stream: true })) {
      if (interrupts(key)) throw new Failure("interrupted", "Interrupted");
      if (key === "\r" || key === "\n" || key === CTRL_D) return characters.join("").trim();
      if (BACKSPACE.test(key)) characters.pop();
      else characters.push(key);
    }
  }
  return characters.join("").trim();
}
