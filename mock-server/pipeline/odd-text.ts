import { maskText, type Warning } from '#contracts/exchange';
import { formatPath, type JsonObject, shorten } from '#contracts/util';

/** The maximum number of warnings about one body, so that the journal entry stays small. */
const maxFound = 20;
/** The maximum number of levels that the path of a warning shows. */
const maxSteps = 20;

const replacement = '\uFFFD';
/** Matches the JSON escape of one half of a surrogate pair. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

/**
 * Returns warnings about text that a strict reader of JSON rejects or changes: repeated keys, halves of surrogate
 * pairs, and bytes that are not UTF-8. A normal body costs one pass over its text and one pass over its keys. Only a
 * suspicious body is scanned exactly. Both take linear time.
 *
 * @param text a valid JSON text, with names as the client sent them
 * @param json the parsed text; its depth must be limited
 * @example oddText('{"a":1,"a":2}', { a: 2 })[0]?.message // 'is repeated; the server read the last value'
 */
export function oddText(text: string, json: object): Warning[] {
  const isSuspicious =
    countColons(text) !== countKeys(json) || text.includes(replacement) || surrogateEscape.test(text);
  return isSuspicious ? scan(text) : [];
}

/** Returns the number of colons after a quote. The number is at least that of the keys, because each key has one. */
function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) {
    let before = at - 1;
    while (isBlank(text.charCodeAt(before))) before -= 1;
    if (text[before] === '"') count += 1;
  }
  return count;
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Returns the number of keys in a value. A repeated key counts once, because JSON.parse keeps one value. */
function countKeys(value: object): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const inner of value) if (typeof inner === 'object' && inner !== null) count += countKeys(inner);
    return count;
  }
  // JSON.parse creates no inherited keys, and `for … in` is three times as fast as Object.entries.
  for (const key in value) {
    const inner = (value as JsonObject)[key]; // an object that is not a list
    count += typeof inner === 'object' && inner !== null ? 1 + countKeys(inner) : 1;
  }
  return count;
}

/** An open object or list of the text. */
interface Level {
  /** The current key or position. */
  step: string | number;
  /** The keys of an object so far, and whether a warning names the key. Undefined for a list. */
  readonly keys: Map<string, boolean> | undefined;
  /** Whether the next text is a key. */
  isBeforeKey: boolean;
}

function scan(text: string): Warning[] {
  const found: Warning[] = [];
  const levels: Level[] = [];
  const warn = (message: string) => found.push({ kind: 'lenient', field: fieldAt(levels), message });
  const sign = /["{}[\],]/g;
  for (let next = sign.exec(text); next && found.length < maxFound; next = sign.exec(text)) {
    const level = levels.at(-1);
    switch (next[0]) {
      case '{':
        levels.push({ step: '', keys: new Map(), isBeforeKey: true });
        break;
      case '[':
        levels.push({ step: 0, keys: undefined, isBeforeKey: false });
        break;
      case ',':
        if (level?.keys) level.isBeforeKey = true;
        else if (level) level.step = Number(level.step) + 1;
        break;
      case '"': {
        sign.lastIndex = endOfText(text, next.index);
        const token = text.slice(next.index, sign.lastIndex);
        if (level?.keys && level.isBeforeKey && isRepeated(token, level)) warn(repeated);
        const odd = oddToken(token);
        if (odd !== undefined && found.length < maxFound) warn(odd);
        break;
      }
      default:
        levels.pop();
    }
  }
  return found;
}

const repeated = 'is repeated; the server read the last value';

/** Reads a key. Returns true at the second occurrence of the key in its object. */
function isRepeated(token: string, level: Level): boolean {
  const key: string = JSON.parse(token);
  level.step = key;
  level.isBeforeKey = false;
  const isNamed = level.keys?.get(key);
  level.keys?.set(key, isNamed !== undefined);
  return isNamed === false;
}

function oddToken(token: string): string | undefined {
  if (token.includes(replacement))
    return 'contains U+FFFD, the sign for bytes that are not UTF-8; encode the body as UTF-8';
  if (!surrogateEscape.test(token)) return undefined;
  const text: string = JSON.parse(token);
  return text.isWellFormed()
    ? undefined
    : 'contains half of a surrogate pair, which is not a character; send both halves or neither';
}

/** Returns the index after a JSON text that begins with a quote at `start`. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === '\\') before -= 1;
    if ((end - before) % 2 === 0) return end + 1;
  }
  return text.length;
}

/** Returns the path of the current text. Keys are masked, because a client can send a secret as a key. */
function fieldAt(levels: readonly Level[]): string {
  const steps = levels.slice(0, maxSteps).map(({ step }) => (typeof step === 'number' ? step : shown(step)));
  return `${formatPath(steps)}${levels.length > maxSteps ? '…' : ''}`;
}

const shown = (key: string): string => shorten(maskText(key.toWellFormed()), 80);
