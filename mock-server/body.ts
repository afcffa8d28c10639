/**
 * The body of an answer in pieces. Each piece is a text or UTF-8 bytes. A large piece from a cache stays a separate
 * piece, so that the server never copies the piece.
 */
export type Body = readonly (string | Uint8Array)[];

const decoder = new TextDecoder();

/** Returns a body as one text. */
export function textOf(body: Body): string {
  let text = '';
  for (const piece of body) text += typeof piece === 'string' ? piece : decoder.decode(piece);
  return text;
}
