import { spelled } from '#contracts/exchange';
import type { Task } from '#contracts/scenario';
import { maskText } from '#contracts/util';
import type { Sandbox } from '#mock-server';
import { type Leak, personalDataIn } from '../judge/index.ts';

export interface Secret {
  readonly what: Leak['what'];
  readonly value: string;
}

export function secretsOf(task: Task, { credentials, staticToken, mcpToken }: Sandbox['identity']): Secret[] {
  const own: Secret[] = [
    ...credentials.flatMap(({ Username, Password }): Secret[] => [
      { what: 'password', value: Password },
      // A header of Basic authentication contains this text as base64.
      { what: 'password', value: `${Username}:${Password}` },
    ]),
    { what: 'static-token', value: staticToken },
    { what: 'token', value: mcpToken },
  ];
  const found = new Map([...own, ...personalDataIn(task)].map(secret => [secret.value, secret]));
  return [...found.values()];
}

const codeNames = '(?:security[\\W_]?code|cvv2?|cvc2?|csc)(?:[_-]?code|[_-]?value)?';
/** A pattern for the signs between this name and the code, in nested JSON, XML, `=>` and prose; not if the code was masked. */
const between = `["'\\\\\\s:=<>()[\\]{}-]{0,24}`;

/** As it is, with escapes of JSON and URLs, as base64, and with signs between digits. The group `name` is a field name before it. */
function patternOf({ what, value }: Secret): RegExp {
  // Three digits alone are too common, so a security code counts only after a name such as `cvv`.
  if (what === 'security-code')
    return new RegExp(
      `(?<name>${codeNames}${between}(?:(?:is|was)${between})?)${spelled(value)}(?!\\d)`,
      'giu',
    );
  const forms = [spelled(value), ...base64Of(value)];
  if (/^\d[\d ./_-]{8,}$/.test(value)) {
    const digits = value.replace(/\D/g, '').split('');
    forms.push(digits.join('[^\\p{L}\\p{N}]{0,12}'));
    // A client may log the first six and the last four digits of a card. The first twelve digits are too many.
    if (what === 'card-number') forms.push(digits.slice(0, 12).join('[ .\\-\\/_]?'));
  }
  return new RegExp(`(?<name>)(?:${forms.join('|')})`, 'giu');
}

/** A shorter piece of base64 can occur by chance. */
const minCore = 8;

/** Three bytes at once are encoded, so each position has its own piece, with only the letters that do not depend on the text around. */
function base64Of(value: string): string[] {
  const cores = [0, 1, 2].map(offset => {
    const bytes = Buffer.from('\0'.repeat(offset) + value);
    return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });
  return cores
    .filter(core => core.length >= minCore)
    .map(core => `${core.replace(/[+/]/g, sign => (sign === '+' ? '[+\\-]' : '[\\/_]'))}[\\w+\\/=\\-]*`);
}

const patternsOf = (secrets: readonly Secret[]) =>
  secrets.filter(({ value }) => value !== '').map(secret => ({ secret, pattern: patternOf(secret) }));

const tokenLike = /[SRC][\da-f]{32}/g;

/** Also texts like a card number, an e-mail, a CPF or a Token. */
export function createMask(secrets: readonly Secret[]): (text: string) => string {
  // A long secret can contain a short one.
  const patterns = patternsOf(secrets.toSorted((a, b) => b.value.length - a.value.length));
  return text =>
    maskText(patterns.reduce((all, { pattern }) => all.replace(pattern, '$<name>***'), text)).replace(
      tokenLike,
      match => `${match.slice(0, 5)}…`,
    );
}

/** A secret up to this length is found even if it spans two chunks. */
const overlap = 1_000;
/** A client that writes more has already leaked a Token. */
const maxTokens = 20_000;

export function createLeakSearch(secrets: readonly Secret[], where: string) {
  const patterns = patternsOf(secrets);
  const places = new Map<Secret, number>();
  const tokens = new Map<string, number>();
  let before = '';
  let line = 1;
  return {
    read(piece: string): void {
      const text = before + piece;
      for (const { secret, pattern } of patterns) {
        if (places.has(secret)) continue;
        pattern.lastIndex = 0;
        if (pattern.test(text)) places.set(secret, line + newlines(text, pattern.lastIndex));
      }
      for (const { 0: token, index } of text.matchAll(tokenLike))
        if (tokens.size < maxTokens && !tokens.has(token)) tokens.set(token, line + newlines(text, index));
      before = text.slice(-overlap);
      line += newlines(text, text.length - before.length);
    },
    found(issued: ReadonlySet<string>): Leak[] {
      const [leaked] = [...tokens].filter(([token]) => issued.has(token));
      const found = [...places].map(([{ what }, at]) => ({ what, at }));
      if (leaked) found.push({ what: 'token', at: leaked[1] });
      // One line can contain a password alone and within a header of Basic authentication, which is one leak.
      const unique = new Map(found.map(leak => [`${leak.what} ${leak.at}`, leak]));
      return [...unique.values()].map(({ what, at }) => ({ what, where: `${where}, line ${at}` }));
    },
  };
}

function newlines(text: string, before: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < before; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
