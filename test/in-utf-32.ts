/** Returns the text in UTF-32 with the byte order of this machine. */
export const inUtf32 = (text: string): Buffer =>
  Buffer.from(Uint32Array.from(text, letter => letter.codePointAt(0) ?? 0).buffer);
