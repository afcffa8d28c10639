/**
 * The body of an answer in pieces. Each piece is a text or UTF-8 bytes. A large text from a cache is a piece of its
 * own, so that the server need not copy it into a longer text.
 */
export type Body = readonly (string | Uint8Array)[];

const decoder = new TextDecoder();

/** Returns a body as one text. */
export function textOf(body: Body): string {
  let text = '';
  for (const piece of body) text += typeof piece === 'string' ? piece : decoder.decode(piece);
  return text;
}
