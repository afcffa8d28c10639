import { maskText } from '#contracts/exchange';
import { codeNames, escapePattern } from './leak-search.ts';
import type { Secret } from './secrets.ts';

/**
 * Makes what masks the output of a client: every secret that the judge looks for, in every form in which it would find it, and
 * whatever else is a card number, an e-mail, a CPF or a Token by its look.
 *
 * @example createMask([{ what: 'password', value: 'p' }])('password p') // '***assword ***'
 */
export function createMask(secrets: readonly Secret[]): (text: string) => string {
  const forms = secrets.filter(({ value }) => value !== '').flatMap(formsOf);
  return text => {
    const hidden = forms.reduce((all, { pattern, by }) => all.replace(pattern, by), text);
    return maskText(hidden).replace(/[SRC][\da-f]{32}/g, match => `${match.slice(0, 5)}…`);
  };
}

interface Form {
  readonly pattern: RegExp;
  readonly by: string;
}

function formsOf({ what, value }: Secret): Form[] {
  // A security code alone is three digits, which stand everywhere; behind its name more is hidden than is held against anybody.
  if (what === 'security-code')
    return [
      {
        pattern: new RegExp(`(${codeNames}[^\\d\\n]{0,16})${escapePattern(value)}(?!\\d)`, 'gi'),
        by: '$1***',
      },
    ];
  const spaced = /^\d[\d ./_-]{8,}$/.test(value)
    ? [value.replace(/\D/g, '').split('').join('[ .\\-/_]?')]
    : [];
  const written = [inJson(value), escapePattern(encodeURIComponent(value))];
  return [...new Set([...written, ...spaced])].map(form => ({ pattern: new RegExp(form, 'gi'), by: '***' }));
}

/** A pattern that fits a text, also where JSON writes what is no letter of it by its number. */
const inJson = (text: string): string =>
  text.replace(/\W/g, sign => {
    const code = sign.charCodeAt(0).toString(16).padStart(4, '0');
    return `(?:${escapePattern(sign)}|\\\\+u${code})`;
  });
