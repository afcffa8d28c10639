import { isOperationId } from '../operations/index.ts';
import { nearest } from '../util/index.ts';
import type { FaultKind } from './define-fault.ts';
import { FaultError, shownText } from './fault-error.ts';
import { type EffectKind, faultKinds, kindNames } from './kinds/index.ts';
import { matchNames } from './schema.ts';

/**
 * Reads the shorthand of a fault: operations (several with `+`), kind, and what else is to be said of it. Every field
 * of `match` and of the effect goes by its own name, `body.<path>` for a field of the request. The main parameter of a
 * kind may stand behind it: `hotel.search:status=503,times=2`.
 *
 * @returns the fault as an object, its values not judged yet
 * @throws FaultError when it is no shorthand
 * @example readShorthand('hotel.*:delay=PT3S,nth=2-4').match // { operations: ['hotel.*'], nth: [2, 4] }
 */
export function readShorthand(given: string): unknown {
  const text = unquoted(given.trim());
  const colon = text.search(/[:,=]/);
  const hasOperations = colon >= 0 && text[colon] === ':';
  const operations = hasOperations ? operationsOf(text.slice(0, colon)) : undefined;
  const [head = '', ...rest] = text.slice(hasOperations ? colon + 1 : 0).split(',');
  const [name, main] = nameAndValue(head);
  const kind = kindNames.find(known => known === name);
  if (kind === undefined) throw unknownKind(text, operations ?? [], name);
  const pairs = rest.map(pairOf);
  const mainName: string | undefined = shorthandOf(kind).main;
  if (main !== undefined && mainName === undefined) throw wrong(`"${kind}" takes no value behind "="`);
  if (main !== undefined && mainName !== undefined) pairs.unshift([mainName, main]);
  refuseTwice(pairs);
  return put(kind, operations, pairs);
}

/** A text as JSON has it, copied with its quotes. */
const unquoted = (text: string): string => /^"(.*)"$/s.exec(text)?.[1] ?? text;

const wrong = (message: string, field?: string) =>
  new FaultError('invalid', [{ ...(field !== undefined && { field }), message }]);

function operationsOf(text: string): string[] {
  const operations = text.split('+').map(id => id.trim());
  if (operations.includes(''))
    throw wrong('no operation before ":"; write `*` for every one, or leave ":" out', 'match.operations');
  return operations;
}

type Pair = [name: string, value: string | undefined];

function nameAndValue(part: string): Pair {
  const [name = '', ...value] = part.split('=');
  return [name.trim(), value.length === 0 ? undefined : value.join('=').trim()];
}

function pairOf(part: string): Pair {
  const [name, value] = nameAndValue(part);
  if (name === '')
    throw wrong(`an empty part: nothing stands between two "," or behind one. ${shorthandForm}`);
  const [, place, plain = ''] = /^(match|effect)\.(.+)$/s.exec(name) ?? [];
  if (place !== undefined) {
    // The value of a field can be a secret.
    const told = value === undefined || plain.startsWith('body') ? plain : `${plain}=${value}`;
    throw wrong(`write "${shownText(told)}", without "${place}."`, shownText(name));
  }
  if (name === 'kind') throw wrong('a fault has one kind, which stands before the first ","', 'effect.kind');
  if (value === undefined && name === 'id') throw wrong('expected a value: id=<id>', 'id');
  if (value === undefined && name.startsWith('body.'))
    throw wrong(`expected the value that it has: ${shownText(name)}=<value>`, 'match.body');
  return [name, value];
}

function refuseTwice(pairs: readonly Pair[]): void {
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) throw wrong(`"${shownText(twice)}" is said twice; say it once`);
}

/** Operations stand before the colon, and fields of the body are named one by one. */
const inMatch = matchNames.filter(name => name !== 'operations' && name !== 'body');
const bodyName = /^body\./;

/** From entries, which make fields of their own of names such as `__proto__`. */
function put(kind: EffectKind, operations: string[] | undefined, pairs: readonly Pair[]): unknown {
  const isBody = ([name]: Pair) => bodyName.test(name);
  const isMatch = ([name]: Pair) => inMatch.includes(name);
  const read = ([name, text]: Pair): [string, unknown] => [name, readValue(kind, name, text)];
  const body = pairs.filter(isBody).map(([name, text]) => [name.replace(bodyName, ''), text]);
  const rest = pairs.filter(pair => !isBody(pair) && !isMatch(pair) && pair[0] !== 'id');
  const match = {
    ...(operations && { operations }),
    ...Object.fromEntries(pairs.filter(isMatch).map(read)),
    ...(body.length > 0 && { body: Object.fromEntries(body) }),
  };
  const id = pairs.find(([name]) => name === 'id')?.[1];
  return {
    ...(id !== undefined && { id }),
    ...(Object.keys(match).length > 0 && { match }),
    effect: Object.fromEntries([['kind', kind], ...rest.map(read)]),
  };
}

const number = /^-?\d+(?:\.\d+)?$/;

/** A value as JSON has it; a name without a value is a flag. */
function readValue(kind: EffectKind, name: string, text: string | undefined): unknown {
  if (text === undefined) return true;
  if (name === 'nth') return text.includes('-') ? text.split('-').map(toNumber) : toNumber(text);
  const read = shorthandOf(kind).read?.[name];
  if (read) return read(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return toNumber(text);
}

const shorthandOf = (kind: EffectKind): NonNullable<FaultKind['shorthand']> =>
  faultKinds[kind].shorthand ?? {};

const toNumber = (text: string): unknown => (number.test(text.trim()) ? Number(text) : text);

/** How a shorthand is written. */
const shorthandForm =
  'The form is <operations>:<kind>[=<value>][,<name>=<value> …], as in hotel.doBooking:cut,commit=before,times=1';

/** What people call a kind, or mean by it. */
const meant: ReadonlyMap<string, readonly EffectKind[]> = new Map<string, readonly EffectKind[]>([
  ...['timeout', 'slow', 'latency'].map((word): [string, EffectKind[]] => [word, ['delay', 'hang']]),
  ...['reset', 'disconnect'].map((word): [string, EffectKind[]] => [word, ['cut']]),
]);

/**
 * The refusal of a shorthand whose kind there is none of.
 *
 * @param operations what stands before its colon
 * @param name what stands where the kind should
 */
function unknownKind(text: string, operations: readonly string[], name: string): FaultError {
  const near = nearest(name, kindNames);
  const hint = hintFor(text, operations, name) ?? (near && `did you mean "${near}"?`);
  // What stands behind a name can be a secret.
  const head = shownText(/^[^,=]*/.exec(text)?.[0] ?? '');
  const message = `no kind "${shownText(name)}" in "${head}"; ${hint ?? `valid are ${kindNames.join(', ')}.`} ${shorthandForm}`;
  return new FaultError('invalid', [
    {
      field: 'effect.kind',
      message,
      value: shownText(name),
      valid: [...kindNames],
      ...(near !== undefined && { nearest: near }),
    },
  ]);
}

const isKind = (word: string | undefined): boolean => kindNames.some(kind => kind === word?.trim());
const isOperation = (word: string): boolean => isOperationId(word) || /^[\w*]+\.[\w*]+$/.test(word);

function hintFor(text: string, operations: readonly string[], name: string): string | undefined {
  const [first = ''] = operations;
  const [part = ''] = name.split(';');
  if (isKind(first)) return `between "${first}" and what follows stands ",".`;
  if (part !== name && isKind(part)) return `between "${part.trim()}" and what follows stands ",".`;
  if (isOperation(name) && text.includes(':')) return 'between several operations stands "+".';
  if (isOperation(name)) return `"${shownText(name)}" is an operation: write ":" and a kind behind it.`;
  if (/^[45]\d\d$/.test(name)) return `did you mean "status=${name}"?`;
  const words = meant.get(name.toLowerCase());
  return words && `did you mean ${words.map(word => `"${word}"`).join(' or ')}?`;
}
