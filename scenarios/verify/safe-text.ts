// What reports may show of a supplier's own words, which can hold secrets and personal data.
import { type Dialect, operations } from '#contracts';
import { maskFormat } from '#contracts/exchange';
import { asObject } from '#contracts/util';

/**
 * Returns the form of a text, without its letters and digits.
 *
 * @example masked('2026-11-20', 40) // '9999-99-99'
 */
export const masked = (text: string, maxLength: number): string =>
  maskFormat(text.slice(0, maxLength)) + (text.length > maxLength ? '…' : '');

/**
 * Returns the codes of Errors[] that are single words; sentences can be about a person.
 *
 * @example errorCodes([{ Code: 'InvalidRequest', Message: 'Maria Silva is no guest' }]) // 'InvalidRequest'
 */
export function errorCodes(entries: readonly unknown[]): string {
  const codes = entries.map(entry => asObject(entry).Code);
  const plain = codes.filter(code => typeof code === 'string' && /^[A-Za-z][A-Za-z_-]{0,39}$/.test(code));
  return plain.join(', ') || 'without a Code that is a word';
}

/** Returns a status that is a word or a few; undefined for anything else. */
export const statusWord = (status: unknown): string | undefined =>
  typeof status === 'string' && /^[A-Za-z][A-Za-z _-]{0,39}$/.test(status) ? status : undefined;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

/**
 * Creates a function that shows an unknown address. It keeps steps made of words that addresses of the contract or the dialect
 * have, and versions such as v2.
 *
 * @example addressMask(dialect)('GET', new URL('https://a.example/v2/hotels/maria')) // { method: 'GET', path: '/v2/hotels/…' }
 */
export function addressMask(
  dialect: Dialect,
): (method: string, url: URL) => { method: string; path: string } {
  const spoken = [...Object.values(operations), ...dialect.operations];
  const texts = spoken.flatMap(({ id, path }) => [id, path.replaceAll(/\{[^{}]*\}/g, '')]);
  const known = new Set(['api', ...texts.flatMap(wordsOf)]);
  const isKnown = (word: string) => known.has(word) || known.has(word.replace(/s$/, ''));
  const isShown = (step: string) =>
    step === '' || /^v\d{1,3}$/i.test(step) || (/^[a-z._-]+$/i.test(step) && wordsOf(step).every(isKnown));
  return (method, { pathname }) => {
    const steps = pathname.split('/').map(step => (isShown(step) ? step : '…'));
    return { method: methods.includes(method) ? method : '…', path: steps.join('/') };
  };
}

/** Returns words in small letters: `GetBookingList` has three. */
const wordsOf = (text: string): string[] =>
  (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map(word => word.toLowerCase());
