import { asObject } from '#contracts/util';

/**
 * Entries of Errors[] in a line: their codes, as far as those are words. Sentences can be about somebody.
 *
 * @example tellErrors([{ Code: 'InvalidRequest', Message: 'Maria Silva is no guest' }]) // 'InvalidRequest'
 */
export function tellErrors(entries: readonly unknown[]): string {
  const codes = entries.map(entry => asObject(entry).Code).filter(isWord);
  return codes.length === 0 ? 'without a Code that is a word' : codes.join(', ');
}

const isWord = (code: unknown): boolean =>
  typeof code === 'string' && /^[A-Za-z][A-Za-z_-]{0,39}$/.test(code);
