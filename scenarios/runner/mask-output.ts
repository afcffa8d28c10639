import { maskText, spelled } from '#contracts/exchange';
import { codeNames, escapePattern } from './leak-search.ts';
import type { Secret } from './secrets.ts';

/**
 * Creates a function that masks secrets in the output of a client. The function masks every secret that the judge searches for. It
 * also masks every text that looks like a card number, an e-mail, a CPF or a Token.
 *
 * @example createMask([{ what: 'password', value: 'p-1' }])('password p-1') // 'password ***'
 */
export function createMask(secrets: readonly Secret[]): (text: string) => string {
  const patterns = secrets.filter(({ value }) => value !== '').map(patternOf);
  return text => {
    const hidden = patterns.reduce((all, pattern) => all.replace(pattern, '$<name>***'), text);
    return maskText(hidden).replace(/[SRC][\da-f]{32}/g, match => `${match.slice(0, 5)}…`);
  };
}

/** Returns a pattern for a secret. The group `name` matches a field name before the secret, which stays readable. */
function patternOf({ what, value }: Secret): RegExp {
  // Three digits alone are too common, so a security code is masked only after a name such as `cvv`.
  if (what === 'security-code')
    return new RegExp(`(?<name>${codeNames}[^\\d\\n]{0,16})${escapePattern(value)}(?!\\d)`, 'gi');
  return new RegExp(`(?<name>)(?:${[spelled(value), ...spaced(value)].join('|')})`, 'giu');
}

/** Returns patterns that match a number with separators between its digits. */
const spaced = (value: string): string[] =>
  /^\d[\d ./_-]{8,}$/.test(value) ? [value.replace(/\D/g, '').split('').join('[ .\\-\\/_]?')] : [];
