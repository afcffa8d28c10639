import { maskName } from '../input/index.ts';
import { isOperationId } from '../operations/index.ts';
import { nearest } from '../util/index.ts';
import { mainParameter } from './define-fault.ts';
import { FaultError } from './fault-error.ts';
import { type EffectKind, kindNames, kindOf } from './kinds/index.ts';
import { matchNames } from './schema.ts';

/**
 * Parses the shorthand of a fault: operations joined by `+`, a colon, and the kind. Each further field of `match` or of the effect
 * follows as `,name=value`. `body.<path>` is the path of a request field. The value of the main parameter can follow the kind:
 * `hotel.search:status=503,times=2`. Returns the fault as an object; the values are not checked yet. Throws a FaultError when the
 * text is not a shorthand.
 */
export function readShorthand(shorthand: string): unknown {
  if (shorthand.length > maxLength)
    throw wrong(`the shorthand has ${shorthand.length} letters; write at most ${maxLength}`);
  // A user may copy the text from JSON together with the quotes.
  const text = shorthand.trim().replace(/^"(.*)"$/s, '$1');
  const colon = text.search(/[:,=]/);
  const hasOperations = colon >= 0 && text[colon] === ':';
  const before = hasOperations ? text.slice(0, colon) : undefined;
  const operations = before?.split('+').map(id => id.trim());
  if (operations?.includes(''))
    throw wrong(
      'there is no operation before ":"; write `*` for every operation, or remove ":"',
      'match.operations',
    );
  const [head = '', ...rest] = text.slice(hasOperations ? colon + 1 : 0).split(',');
  const [name, main] = nameAndValue(head);
  const kind = kindNames.find(known => known === name);
  if (kind === undefined) throw unknownKind(text, operations ?? [], name);
  const pairs = rest.map(pairOf);
  if (main !== undefined) {
    const mainName = mainParameter(kindOf({ kind }));
    if (mainName === undefined) throw wrong(`"${kind}" takes no value; remove "=" and the text after it`);
    pairs.unshift([mainName, main]);
  }
  const names = new Set<string>();
  const twice = pairs.find(([pairName]) => names.size === names.add(pairName).size)?.[0];
  if (twice !== undefined) throw wrong(`"${maskName(twice)}" occurs twice; write it once`);
  return toFault(kind, operations, pairs);
}

/** A fault with the largest lists that its schema accepts is shorter. */
const maxLength = 100_000;

const wrong = (message: string, field?: string) =>
  new FaultError('invalid', [{ ...(field !== undefined && { field }), message }]);

type Pair = [name: string, value: string | undefined];

function nameAndValue(part: string): Pair {
  const [name = '', ...value] = part.split('=');
  return [name.trim(), value.length === 0 ? undefined : value.join('=').trim()];
}

function pairOf(part: string): Pair {
  const [name, value] = nameAndValue(part);
  if (name === '')
    throw wrong(`there is nothing after a ","; write a name there, or remove the ",". ${shorthandForm}`);
  const [, place, plain = ''] = /^(match|effect)\.(.+)$/s.exec(name) ?? [];
  if (place !== undefined) {
    // The value of a field can be a secret, so the message does not show the value.
    const right = value === undefined || plain.startsWith('body') ? plain : `${plain}=${value}`;
    throw wrong(`write "${maskName(right)}", without "${place}."`, maskName(name));
  }
  if (name === 'kind') throw wrong('a fault has one kind; write it before the first ","', 'effect.kind');
  if (value === undefined && name === 'id') throw wrong('id has no value; write id=<id>', 'id');
  if (value === undefined && name.startsWith('body.'))
    throw wrong(`${maskName(name)} has no value; write ${maskName(name)}=<value>`, 'match.body');
  return [name, value];
}

/** Operations come before the colon, and a body field is `body.<path>`. */
const isInMatch = (name: string): boolean =>
  name !== 'operations' && name !== 'body' && matchNames().includes(name);

/** Object.fromEntries is safe for names such as `__proto__`. */
function toFault(kind: EffectKind, operations: string[] | undefined, pairs: readonly Pair[]): unknown {
  const match: [string, unknown][] = operations ? [['operations', operations]] : [];
  const effect: [string, unknown][] = [['kind', kind]];
  const body: Pair[] = [];
  let id: string | undefined;
  for (const [name, text] of pairs) {
    if (name === 'id') id = text;
    else if (name.startsWith('body.')) body.push([name.slice('body.'.length), text]);
    else (isInMatch(name) ? match : effect).push([name, readValue(kind, name, text)]);
  }
  if (body.length > 0) match.push(['body', Object.fromEntries(body)]);
  return {
    ...(id !== undefined && { id }),
    ...(match.length > 0 && { match: Object.fromEntries(match) }),
    effect: Object.fromEntries(effect),
  };
}

const number = /^-?\d+(?:\.\d+)?$/;

/** A name without a value is a flag. */
function readValue(kind: EffectKind, name: string, text: string | undefined): unknown {
  if (text === undefined) return true;
  if (name === 'nth') return text.includes('-') ? text.split('-').map(toNumber) : toNumber(text);
  const read = kindOf({ kind }).read?.[name];
  if (read) return read(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return toNumber(text);
}

const toNumber = (text: string): unknown => (number.test(text.trim()) ? Number(text) : text);

const shorthandForm =
  'The form is <operations>:<kind>[=<value>][,<name>=<value> …], as in hotel.doBooking:cut,commit=before,times=1';

/** Names of other tools, each with the kinds that a hint suggests. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['timeout', '"delay" or "hang"'],
  ['slow', '"delay" or "hang"'],
  ['latency', '"delay" or "hang"'],
  ['reset', '"cut"'],
  ['disconnect', '"cut"'],
]);

function unknownKind(text: string, operations: readonly string[], name: string): FaultError {
  const near = nearest(name, kindNames);
  const hint = hintFor(text, operations, name) ?? (near && `did you mean "${near}"?`);
  // A value after a name can be a secret, so the message shows only the name.
  const head = maskName(/^[^,=]*/.exec(text)?.[0] ?? '');
  const value = maskName(name);
  const message = `no kind "${value}" in "${head}"; ${hint ?? `valid are ${kindNames.join(', ')}.`} ${shorthandForm}`;
  const detail = { field: 'effect.kind', message, value, valid: [...kindNames], nearest: near };
  return new FaultError('invalid', [detail]);
}

const isKind = (word: string | undefined): boolean => kindNames.some(kind => kind === word?.trim());
const isOperation = (word: string): boolean => isOperationId(word) || /^[\w*]+\.[\w*]+$/.test(word);

function hintFor(text: string, operations: readonly string[], name: string): string | undefined {
  const [first = ''] = operations;
  const [part = ''] = name.split(';');
  if (isKind(first)) return `write "," after "${first}".`;
  if (part !== name && isKind(part)) return `write "," after "${part.trim()}".`;
  if (isOperation(name) && text.includes(':')) return 'join several operations with "+".';
  if (isOperation(name)) return `"${maskName(name)}" is an operation; write ":" and a kind after it.`;
  if (/^[45]\d\d$/.test(name)) return `did you mean "status=${name}"?`;
  const kinds = otherNames.get(name.toLowerCase());
  return kinds && `did you mean ${kinds}?`;
}
