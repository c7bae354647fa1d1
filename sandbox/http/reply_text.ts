const texts = new WeakMap<Response, string>();

/** Makes an answer from a text, and remembers the text beside it: reading it back from the body costs a copy. */
export function textReply(text: string, init: ResponseInit): Response {
  const reply = new Response(text, init);
  texts.set(reply, text);
  return reply;
}

/** The text of an answer that was made of one, without using it up. */
export function textOf(reply: Response): string | undefined {
  return texts.get(reply);
}
