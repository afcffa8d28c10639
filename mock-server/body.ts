/** A body in pieces: text, or bytes of it. A large piece that is kept stays apart, so that nobody copies it. */
export type Body = readonly (string | Uint8Array)[];

const decoder = new TextDecoder();

/** A body as one text. */
export function textOf(body: Body): string {
  let text = '';
  for (const piece of body) text += typeof piece === 'string' ? piece : decoder.decode(piece);
  return text;
}
