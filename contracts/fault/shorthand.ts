import { nearest } from '../nearest.ts';
import { FaultError } from './fault-error.ts';
import { type EffectKind, faultEffects } from './schema.ts';

const kinds = Object.keys(faultEffects) as EffectKind[]; // Object.keys widens to string
const form = '<operations>:<kind>[=<value>][,<name>=<value> …]';
const example = 'hotel.doBooking:cut,commit=before,times=1';

/**
 * Reads the shorthand of a fault: operations (several with `+`), kind, and what else is to be said of it. Every field
 * of `match` and of the effect goes by its own name, `body.<path>` for a field of the request. The main parameter of a
 * kind may stand behind it: `hotel.search:status=503,times=2`.
 *
 * @returns the fault as an object, its values not judged yet
 * @throws FaultError when it is no shorthand
 * @example readShorthand('hotel.*:delay=PT3S,nth=2-4').match // { operations: ['hotel.*'], nth: [2, 4] }
 */
export function readShorthand(text: string): unknown {
  const colon = text.search(/[:,=]/);
  const hasOperations = colon >= 0 && text[colon] === ':';
  const operations = hasOperations
    ? text
        .slice(0, colon)
        .split('+')
        .map(id => id.trim())
    : [];
  const [head = '', ...rest] = text.slice(hasOperations ? colon + 1 : 0).split(',');
  const [name = '', ...more] = head.trim().split('=');
  const kind = kinds.find(known => known === name);
  if (kind === undefined) throw unknownKind(text, name);
  const main = more.length > 0 ? more.join('=') : undefined;
  const pairs = rest.map(part => pairOf(part, text));
  const mainName: string | undefined = faultEffects[kind].main;
  if (main !== undefined && mainName === undefined) throw wrong(`"${kind}" takes no value behind "="`);
  if (main !== undefined && mainName !== undefined) pairs.unshift([mainName, main]);
  return put(kind, operations.filter(Boolean), pairs);
}

const wrong = (message: string) => new FaultError('invalid', [{ message }]);

function unknownKind(text: string, name: string): FaultError {
  const near = nearest(name, kinds);
  const hint = near === undefined ? `valid are ${kinds.join(', ')}.` : `did you mean "${near}"?`;
  return new FaultError('invalid', [
    {
      field: 'effect.kind',
      message: `no kind "${name}" in "${text}"; ${hint} The form is ${form}, as in ${example}`,
      value: name,
      valid: [...kinds],
      ...(near !== undefined && { nearest: near }),
    },
  ]);
}

function pairOf(part: string, text: string): [string, string | undefined] {
  const [name = '', ...value] = part.trim().split('=');
  if (name === '') throw wrong(`an empty part in "${text}"; the form is ${form}, as in ${example}`);
  return [name, value.length === 0 ? undefined : value.join('=')];
}

const matchNames = new Set(['product', 'nth', 'times', 'probability', 'connection']);

function put(kind: EffectKind, operations: string[], pairs: [string, string | undefined][]): unknown {
  const match: Record<string, unknown> = operations.length > 0 ? { operations } : {};
  const effect: Record<string, unknown> = { kind };
  const body: Record<string, unknown> = {};
  let id: string | undefined;
  for (const [name, text] of pairs) {
    if (name.startsWith('body.')) body[name.slice('body.'.length)] = text ?? '';
    else if (name === 'id') id = text;
    else if (matchNames.has(name)) match[name] = readValue(name, text);
    else effect[name] = readValue(name, text);
  }
  if (Object.keys(body).length > 0) match.body = body;
  return { ...(id !== undefined && { id }), ...(Object.keys(match).length > 0 && { match }), effect };
}

const number = /^-?\d+(?:\.\d+)?$/;

/** A value as JSON has it; one without `=` is a flag. */
function readValue(name: string, text: string | undefined): unknown {
  if (text === undefined) return true;
  const read = special[name];
  if (read) return read(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return number.test(text) ? Number(text) : text;
}

/** The parameters that are more than a word or a number, and how they are written here. */
const special: Readonly<Record<string, (text: string) => unknown>> = {
  nth: text => (text.includes('-') ? text.split('-').map(toNumber) : toNumber(text)),
  uniform: text => text.split('..'),
  logNormal(text) {
    const [median, p95] = text.split('..');
    return { median, p95 };
  },
  steps: text =>
    text.split(';').map(step => {
      const [status, after = 'PT0S'] = step.split('@');
      return { after, status };
    }),
  errors: text => text.split(';').map(Code => ({ Code })),
};

const toNumber = (text: string): unknown => (number.test(text) ? Number(text) : text);
