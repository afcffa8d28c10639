import { maskText, type Warning } from '#contracts/exchange';
import { formatPath, shorten } from '#contracts/util';

const maxFound = 20;
const maxSteps = 20;

const sign = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\],]/g;
const oddCharacter = /\uFFFD|\\u[dD][89a-fA-F]/;
const repeated = 'is repeated; the server read the last value';
const notUtf8 = 'contains U+FFFD, the sign for bytes that are not UTF-8; encode the body as UTF-8';
const halfPair = 'contains half of a surrogate pair, which is not a character; send both halves or neither';

/**
 * Returns warnings about text that a strict reader of JSON rejects or changes: repeated keys, halves of surrogate pairs, and bytes that are
 * not UTF-8. Compact JSON without repeated keys has the length of its parsed value, and is not scanned.
 */
export function oddText(text: string, json: object): Warning[] {
  if (text.length === JSON.stringify(json).length && !oddCharacter.test(text)) return [];
  const found: Warning[] = [];
  const levels: { step: string | number; readonly keys: Map<string, number> }[] = [];
  const warn = (message: string) => found.push({ kind: 'lenient', field: fieldAt(levels), message });
  for (const [token, quoted, colon] of text.matchAll(sign)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ step: '', keys: new Map() });
    else if (token === '[') levels.push({ step: 0, keys: new Map() });
    else if (token === '}' || token === ']') levels.pop();
    else if (quoted === undefined && typeof level?.step === 'number') level.step += 1;
    if (quoted === undefined) continue;
    const value: string = JSON.parse(quoted);
    if (colon !== undefined && level) {
      level.step = value;
      const times = (level.keys.get(value) ?? 0) + 1;
      level.keys.set(value, times);
      if (times === 2) warn(repeated);
    }
    if (quoted.includes('\uFFFD')) warn(notUtf8);
    else if (!value.isWellFormed()) warn(halfPair);
    if (found.length >= maxFound) return found.slice(0, maxFound);
  }
  return found;
}

/** Returns the path of the current text. Keys are masked, because a client can send a secret as a key. */
function fieldAt(levels: readonly { readonly step: string | number }[]): string {
  const steps = levels
    .slice(0, maxSteps)
    .map(({ step }) => (typeof step === 'number' ? step : shorten(maskText(step.toWellFormed()), 80)));
  return `${formatPath(steps)}${levels.length > maxSteps ? '…' : ''}`;
}
