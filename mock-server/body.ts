/** A body in pieces, each a text or UTF-8 bytes. A large piece that a cache keeps is separate, so that it is not copied. */
export type Body = readonly (string | Uint8Array)[];

const decoder = new TextDecoder();

/** Returns a body as one text. */
export function textOf(body: Body): string {
  let text = '';
  for (const piece of body) text += typeof piece === 'string' ? piece : decoder.decode(piece);
  return text;
}
