import { type Dialect, operations } from '#contracts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

/**
 * Makes what tells an unknown address without what could be a secret or somebody's: only steps stay whose words are all in
 * addresses of the contract or of the dialect, and versions such as v2.
 *
 * @example createTeller(dialect)('GET', new URL('https://a.example/v2/hotels/maria')) // ['GET', '/v2/hotels/…']
 */
export function createTeller(dialect: Dialect): (method: string, url: URL) => [method: string, path: string] {
  const texts = [...Object.values(operations), ...dialect.operations].flatMap(({ id, path }) => [
    id,
    path.replaceAll(/\{[^{}]*\}/g, ''),
  ]);
  const known = new Set(['api', ...texts.flatMap(wordsOf)]);
  const isKnown = (word: string) => known.has(word) || (word.endsWith('s') && known.has(word.slice(0, -1)));
  const isTold = (step: string) =>
    step === '' || /^v\d{1,3}$/i.test(step) || (/^[a-z._-]+$/i.test(step) && wordsOf(step).every(isKnown));
  return (method, { pathname }) => [
    methods.includes(method) ? method : '…',
    pathname
      .split('/')
      .map(step => (isTold(step) ? step : '…'))
      .join('/'),
  ];
}

/** The words of a step, in small letters: `GetBookingList` has three. */
const wordsOf = (text: string): string[] =>
  (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map(word => word.toLowerCase());
