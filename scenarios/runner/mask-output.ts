import { maskText, spelled } from '#contracts/exchange';
import { escapePattern } from '#contracts/util';
import { base64Forms, hexInBase64, hexOf } from './leak-forms.ts';
import { codeNames } from './leak-search.ts';
import type { Secret } from './secrets.ts';

/**
 * Creates a function that masks secrets in the output of a client. The function masks every secret that the judge searches for. It
 * also masks every text that looks like a card number, an e-mail, a CPF or a Token.
 *
 * @example createMask([{ what: 'password', value: 'p-1' }])('password p-1') // 'password ***'
 */
export function createMask(secrets: readonly Secret[]): (text: string) => string {
  const known = secrets.filter(({ value }) => value !== '');
  const patterns = known.map(patternOf);
  const cores = known.flatMap(({ what, value }) => (what === 'security-code' ? [] : base64Forms(value)));
  return text => {
    const hidden = patterns.reduce((all, pattern) => all.replace(pattern, '$<name>***'), text);
    const plain = cores.reduce(hideBase64, hidden).replace(hexInBase64, '***');
    return maskText(plain).replace(/[SRC][\da-f]{32}/g, match => `${match.slice(0, 5)}…`);
  };
}

/** Returns a pattern for a secret. The group `name` matches a field name before the secret; this name stays readable. */
function patternOf({ what, value }: Secret): RegExp {
  // Three digits alone are too common, so a security code is masked only after a name such as `cvv`.
  if (what === 'security-code')
    return new RegExp(`(?<name>${codeNames}[^\\d\\n]{0,16})${escapePattern(value)}(?!\\d)`, 'gi');
  const isCard = what === 'card-number';
  return new RegExp(
    `(?<name>)(?:${[spelled(value), ...spaced(value, isCard), ...hexed(value)].join('|')})`,
    'giu',
  );
}

const base64Letter = /[\w+/=-]/;

/** Hides each piece of base64 that contains a part of a secret. */
function hideBase64(text: string, core: string): string {
  let masked = '';
  let from = 0;
  for (let at = text.indexOf(core); at >= 0; at = text.indexOf(core, from)) {
    let [start, end] = [at, at + core.length];
    while (start > from && base64Letter.test(text.charAt(start - 1))) start -= 1;
    while (base64Letter.test(text.charAt(end))) end += 1;
    masked += `${text.slice(from, start)}***`;
    from = end;
  }
  return masked + text.slice(from);
}

/** Returns patterns for the bytes of a text in hexadecimal digits, with any signs between them. */
function hexed(value: string): string[] {
  const hex = hexOf(value);
  return hex === undefined ? [] : [hex.split('').join('(?:0x|\\\\x|[^\\p{L}\\p{N}]){0,4}')];
}

/** Returns patterns that match a number with separators between its digits, and the first twelve digits of a card. */
function spaced(value: string, isCard: boolean): string[] {
  if (!/^\d[\d ./_-]{8,}$/.test(value)) return [];
  const digits = value.replace(/\D/g, '').split('');
  const whole = digits.join('[^\\p{L}\\p{N}]{0,12}');
  return isCard ? [whole, digits.slice(0, 12).join('[ .\\-\\/_]?')] : [whole];
}
