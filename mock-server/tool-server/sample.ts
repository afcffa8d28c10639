import { type AnyOperation, type Dialect, type OperationId, operations, writeAddress } from '#contracts';
import { moveExample } from '#contracts/openapi';
import { callsFor, type FromAnswer, isFromAnswer, type SampleCall } from '#contracts/sample-calls';
import { asObject, isObject } from '#contracts/util';
import type { SandboxIdentity } from '../sandboxes/index.ts';
import {
  newUuid,
  numberVariable,
  pickCommand,
  pickFunction,
  quotedWith,
  variable,
  variableName,
} from './shell.ts';

/** Whom a sample is for, and where it is to be sent. */
export interface SampleView {
  /** The sandbox's address as the reader reaches it, without a slash at its end. */
  readonly baseUrl: string;
  readonly dialect: Dialect;
  /** Now on the sandbox's clock, epoch milliseconds. */
  readonly now: number;
  readonly identity: SandboxIdentity;
  /** Else shell variables stand for user name, password and static token. */
  readonly showsCredential: boolean;
}

/** A value that the script keeps in a variable. */
interface Kept {
  readonly from: FromAnswer;
  readonly name: string;
}

interface Script {
  readonly story: readonly SampleCall[];
  readonly calls: readonly number[];
  readonly kept: readonly Kept[];
  readonly names: readonly string[];
  readonly view: SampleView;
}

/** A shell script, and what has to be set for it to work. */
export interface Sample {
  readonly script: string;
  /** Shell variables that stand for what is not shown; none where the script works as it stands. */
  readonly needs: readonly string[];
}

/** What stands for whoever calls where the credential is not shown. */
const secretVariables = {
  base: { UNDERSTUDY_USERNAME: 'user name', UNDERSTUDY_PASSWORD: 'password' },
  commons: { UNDERSTUDY_STATIC_TOKEN: 'static token' },
} as const;

/**
 * A shell script that calls an operation, after the calls it needs. It works as it stands, on a server that is there,
 * once what it needs is set.
 *
 * @throws RangeError when the story has no call of the operation
 * @example sampleScript('hotel.doBooking', story, view).script // "pick() { …"
 */
export function sampleScript(operation: OperationId, story: readonly SampleCall[], view: SampleView): Sample {
  const calls = callsFor(operation, story);
  if (calls.length === 0) throw new RangeError(`the story has no call of ${operation}`);
  const kept = keptValues(calls.flatMap(index => takenBy(story[index]?.request)));
  const secrets = view.showsCredential
    ? {}
    : secretsIn(calls.flatMap(index => story[index]?.operation ?? []));
  const needs = Object.keys(secrets);
  const names = [...kept.map(({ name }) => name), ...needs];
  const context = { story, calls, kept, names, view };
  const parts = calls.map((call, position) => callPart(call, position === calls.length - 1, context));
  const head = [
    // A script without them would send empty ones, and say nothing but 401.
    ...Object.entries(secrets).map(([name, what]) => `: "\${${name}:?set it to the ${what} of this server}"`),
    ...(kept.length > 0 ? [pickFunction] : []),
  ];
  const script = [...(head.length > 0 ? [head.join('\n')] : []), ...parts].join('\n\n');
  return { script, needs };
}

function secretsIn(calls: readonly string[]): Record<string, string> {
  const bases = new Set(calls.map(id => operations[id as OperationId].base)); // the story is made from the registry
  return Object.assign({}, ...[...bases].map(base => secretVariables[base]));
}

function takenBy(request: unknown): { from: FromAnswer; field: string }[] {
  const found: { from: FromAnswer; field: string }[] = [];
  const look = (value: unknown, field: string) => {
    if (isFromAnswer(value)) found.push({ from: value, field });
    else if (Array.isArray(value)) for (const entry of value) look(entry, field.replace(/s$/, ''));
    else for (const [name, entry] of Object.entries(asObject(value))) look(entry, name);
  };
  look(request, '');
  return found;
}

const placeOf = ({ $call, path }: FromAnswer): string => JSON.stringify([$call, path]);

/** One variable for each value, named after the field that it is first sent in. */
function keptValues(taken: readonly { from: FromAnswer; field: string }[]): Kept[] {
  const byPlace = new Map<string, Kept>();
  const count = new Map<string, number>();
  for (const { from, field } of taken) {
    if (byPlace.has(placeOf(from))) continue;
    const name = variableName(field);
    count.set(name, (count.get(name) ?? 0) + 1);
    byPlace.set(placeOf(from), { from, name: count.get(name) === 1 ? name : `${name}_${count.get(name)}` });
  }
  return [...byPlace.values()];
}

/** One call: the last one prints its answer, an earlier one keeps what later ones take from it. */
function callPart(index: number, isLast: boolean, script: Script): string {
  const { story, kept } = script;
  const { operation, answer } = story[index] as SampleCall; // callsFor gives positions of the story
  const known = operations[operation as OperationId]; // the story is made from the registry's operations
  const command = curl(known, index, script);
  if (isLast) return command;
  const picked = kept.filter(({ from }) => from.$call === index);
  const holder = `${variableName(operation)}_ANSWER`;
  return [
    `${holder}=$(${command})`,
    ...picked.map(({ from, name }) => {
      const { key, nth } = locate(answer, from.path, known.id, script.view.dialect);
      return `${name}=$(${pickCommand(holder, key, nth)})`;
    }),
  ].join('\n');
}

function curl(operation: AnyOperation, index: number, script: Script): string {
  const { view, names } = script;
  const { dialect, baseUrl } = view;
  const { method, path } = dialect.operation(operation.id);
  const spoken = asObject(dialect.toDialect(operation.id, 'request', requestOf(operation, index, script)));
  const word = (text: string) => quotedWith(text, names);
  if (operation.method === 'GET')
    return `curl -s${flagFor(method, 'GET')} ${word(baseUrl + writeAddress(path, spoken))}`;
  return [
    `curl -s${flagFor(method, 'POST')} ${word(baseUrl + path)}`,
    `  -H 'Content-Type: application/json'`,
    ...Object.keys(operation.headers ?? {}).map(name => `  -H "${name}: $(${newUuid})"`),
    `  -d ${word(JSON.stringify(spoken))}`,
  ].join(' \\\n');
}

/** curl sends GET, and with a body POST, by itself. */
const flagFor = (method: string, usual: string): string => (method === usual ? '' : ` -X ${method}`);

/** What a call sends, in contract names, on the day of the sandbox and under its credential. */
function requestOf({ base }: AnyOperation, index: number, { story, kept, view }: Script): object {
  const moved = asObject(moveExample(story[index]?.request, view.now));
  const request = asObject(fillIn(moved, kept));
  const { identity, showsCredential } = view;
  const shown = (value: string, name: string) => (showsCredential ? value : variable(name));
  if (base === 'commons') {
    const token = shown(identity.staticToken, 'UNDERSTUDY_STATIC_TOKEN');
    return { ...request, token, managerId: identity.managerId };
  }
  const [credential] = identity.credentials;
  return {
    Credential: {
      Username: shown(credential?.Username ?? '', 'UNDERSTUDY_USERNAME'),
      Password: shown(credential?.Password ?? '', 'UNDERSTUDY_PASSWORD'),
    },
    ...request,
  };
}

function fillIn(value: unknown, kept: readonly Kept[]): unknown {
  if (isFromAnswer(value)) {
    const name = kept.find(({ from }) => placeOf(from) === placeOf(value))?.name ?? '';
    return value.isNumber ? numberVariable(name) : variable(name);
  }
  if (Array.isArray(value)) return value.map(entry => fillIn(entry, kept));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, fillIn(entry, kept)]));
}

// A control character, which no name has a reason to be.
const here = '\u0001';

/** By which name, as JSON writes it, and its which occurrence in the text of an answer, a value is found in the words of a dialect. */
function locate(
  outline: unknown,
  path: FromAnswer['path'],
  id: string,
  dialect: Dialect,
): { key: string; nth: number } {
  const text = JSON.stringify(dialect.toDialect(id, 'answer', withMark(outline, path)));
  const before = text.slice(0, text.indexOf(JSON.stringify(here)));
  const key = /"((?:[^"\\]|\\.)+)":\[*$/.exec(before)?.[1] ?? '';
  return { key, nth: before.split(`"${key}":`).length - 1 };
}

function withMark(value: unknown, [head, ...rest]: FromAnswer['path']): unknown {
  if (head === undefined) return here;
  if (Array.isArray(value))
    return value.map((entry, index) => (index === head ? withMark(entry, rest) : entry));
  return { ...asObject(value), [head]: withMark(asObject(value)[head], rest) };
}
