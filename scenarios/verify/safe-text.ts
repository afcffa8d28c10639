// Texts of a supplier can contain secrets and personal data, which reports must not show.
import { type Dialect, operations } from '#contracts';
import { asList, asObject, maskFormat } from '#contracts/util';

/** With a placeholder for each letter and digit. */
export const masked = (text: string, maxLength: number): string =>
  maskFormat(text.slice(0, maxLength)) + (text.length > maxLength ? '…' : '');

/** The entries of Errors[] of an answer; a successful answer can have some, too (err.200). */
export const errorsIn = (answer: unknown): readonly unknown[] => asList(asObject(answer).Errors);

/** Returns only codes that are single words, because longer texts could contain personal data. */
export function errorCodes(entries: readonly unknown[]): string {
  const codes = entries.map(entry => asObject(entry).Code);
  const plain = codes.filter(code => typeof code === 'string' && /^[A-Za-z][A-Za-z_-]{0,39}$/.test(code));
  return plain.join(', ') || 'no readable Code';
}

export const statusWord = (status: unknown): string | undefined =>
  typeof status === 'string' && /^[A-Za-z][A-Za-z _-]{0,39}$/.test(status) ? status : undefined;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

/** Masks unknown addresses. Words that also occur in known addresses, and versions such as v2, stay readable. */
export function addressMask(
  dialect: Dialect,
): (method: string, url: URL) => { method: string; path: string } {
  const knownOperations = [...Object.values(operations), ...dialect.operations];
  const texts = knownOperations.flatMap(({ id, path }) => [id, path.replaceAll(/\{[^{}]*\}/g, '')]);
  const known = new Set(['api', ...texts.flatMap(wordsOf)]);
  const isKnown = (word: string) => known.has(word) || known.has(word.replace(/s$/, ''));
  const isShown = (step: string) =>
    step === '' || /^v\d{1,3}$/i.test(step) || (/^[a-z._-]+$/i.test(step) && wordsOf(step).every(isKnown));
  return (method, { pathname }) => {
    const steps = pathname.split('/').map(step => (isShown(step) ? step : '…'));
    return { method: methods.includes(method) ? method : '…', path: steps.join('/') };
  };
}

const wordsOf = (text: string): string[] =>
  (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map(word => word.toLowerCase());
