import { type AnyOperation, type Dialect, type OperationId, operations } from '#contracts';
import { moveExample } from '#contracts/openapi';
import type { PlacedField, PlacedFields } from '#contracts/profile';
import { callsFor, type FromAnswer, isFromAnswer, type SampleCall } from '#contracts/sample-calls';
import { asObject, isObject, mapValues } from '#contracts/util';
import type { SandboxIdentity } from '../../sandbox/index.ts';
import { curl, newUuid, numberVariable, pickCommand, pickFunction, variable, variableName } from './shell.ts';

export interface SampleView {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly dialect: Dialect;
  /** Milliseconds since 1970, on the sandbox's clock. */
  readonly now: number;
  readonly identity: SandboxIdentity;
  /** When false, the script has shell variables for user name, password and static token. */
  readonly showsCredential: boolean;
}

interface KeptValue {
  readonly from: FromAnswer;
  readonly name: string;
}

interface Script {
  readonly story: readonly SampleCall[];
  readonly kept: readonly KeptValue[];
  readonly names: readonly string[];
  readonly view: SampleView;
}

/** For what the script must not show. */
const secretVariables = {
  base: { UNDERSTUDY_USERNAME: 'user name', UNDERSTUDY_PASSWORD: 'password' },
  commons: { UNDERSTUDY_STATIC_TOKEN: 'static token' },
} as const;

/** Makes the earlier calls that an operation needs, and then its own. The reader must set the variables in `needs`. */
export function sampleScript(operation: OperationId, story: readonly SampleCall[], view: SampleView) {
  const calls = callsFor(operation, story);
  if (calls.length === 0) throw new RangeError(`the story has no call of ${operation}`);
  const kept = keptValues(calls.map(index => story[index]?.request));
  const bases = calls.map(index => operations[story[index]?.operation as OperationId].base); // only operations of the contract
  const secrets: Record<string, string> = view.showsCredential
    ? {}
    : Object.assign({}, ...bases.map(base => secretVariables[base]));
  const needs = Object.keys(secrets);
  const script = { story, kept, names: [...kept.map(({ name }) => name), ...needs], view };
  // Otherwise a script with unset variables would get status 401.
  const checks = Object.entries(secrets).map(
    ([name, what]) => `: "\${${name}:?set it to the ${what} of this server}"`,
  );
  const head = [...checks, ...(kept.length > 0 ? [pickFunction] : [])].join('\n');
  const parts = calls.map(index => callPart(index, index === calls.at(-1), script));
  return { script: [...(head === '' ? [] : [head]), ...parts].join('\n\n'), needs };
}

const placeOf = ({ $call, path }: FromAnswer): string => JSON.stringify([$call, path]);

/** A variable is named after the first field that sends its value. */
function keptValues(requests: readonly unknown[]): KeptValue[] {
  const byPlace = new Map<string, KeptValue>();
  const count = new Map<string, number>();
  const look = (value: unknown, field: string): void => {
    if (!isFromAnswer(value)) {
      if (Array.isArray(value)) for (const entry of value) look(entry, field.replace(/s$/, ''));
      else for (const [name, entry] of Object.entries(asObject(value))) look(entry, name);
    } else if (!byPlace.has(placeOf(value))) {
      const name = variableName(field);
      const number = (count.get(name) ?? 0) + 1;
      count.set(name, number);
      byPlace.set(placeOf(value), { from: value, name: number === 1 ? name : `${name}_${number}` });
    }
  };
  for (const request of requests) look(request, '');
  return [...byPlace.values()];
}

function callPart(index: number, isLast: boolean, script: Script): string {
  const { story, kept, names, view } = script;
  const { operation: id, answer } = story[index] as SampleCall; // callsFor returns positions of the story
  const operation: AnyOperation = operations[id as OperationId]; // only operations of the contract
  const { method, url, body } = view.dialect.writeCall(id, requestOf(operation, index, script));
  const headers = Object.keys(operation.headers ?? {}).map(name => `-H "${name}: $(${newUuid})"`);
  const command = curl(method, view.baseUrl + url, body, { headers, names });
  if (isLast) return command;
  const holder = `${variableName(id)}_ANSWER`;
  const picks = kept.flatMap(({ from, name }) => {
    if (from.$call !== index) return [];
    const { key, nth } = locate(answer, from.path, id, view.dialect);
    return [`${name}=$(${pickCommand(holder, key, nth)})`];
  });
  return [`${holder}=$(${command})`, ...picks].join('\n');
}

/** In contract names. */
function requestOf({ base, id }: AnyOperation, index: number, { story, kept, view }: Script): object {
  const { identity, showsCredential, now } = view;
  const places = view.dialect.fields(id, 'request');
  const request = asObject(fillIn(moveExample(story[index]?.request, now), { kept, places }));
  const shown = (value = '', name = '') => (showsCredential ? value : variable(name));
  if (base === 'commons') {
    const token = shown(identity.staticToken, 'UNDERSTUDY_STATIC_TOKEN');
    return { ...request, token, managerId: identity.managerId };
  }
  const [credential] = identity.credentials;
  const Username = shown(credential?.Username, 'UNDERSTUDY_USERNAME');
  const Password = shown(credential?.Password, 'UNDERSTUDY_PASSWORD');
  return { Credential: { Username, Password }, ...request };
}

interface Replacing {
  readonly kept: readonly KeptValue[];
  readonly places: PlacedFields;
  /** Undefined for the whole request. */
  readonly field?: PlacedField | undefined;
}

function fillIn(value: unknown, replacing: Replacing): unknown {
  const { kept, places, field } = replacing;
  if (isFromAnswer(value)) {
    const name = kept.find(({ from }) => placeOf(from) === placeOf(value))?.name ?? '';
    const isInstant = ['unix', 'unix-ms'].includes(field?.change.format ?? '');
    return value.isNumber || isInstant ? numberVariable(name) : variable(name);
  }
  if (Array.isArray(value)) return value.map(entry => fillIn(entry, replacing));
  if (!isObject(value)) return value;
  const inside = field?.inner ?? places;
  return mapValues(value, (entry, name) => fillIn(entry, { kept, places: inside, field: inside.get(name) }));
}

// Stands for the value that `locate` searches. No name contains this control character.
const marker = '\u0001';

/** `nth`: how often the name occurs in the JSON text up to the value. */
function locate(outline: unknown, path: FromAnswer['path'], id: string, dialect: Dialect) {
  const text = JSON.stringify(dialect.toDialect(id, 'answer', withMarker(outline, path)));
  const before = text.slice(0, text.indexOf(JSON.stringify(marker)));
  const key = /"((?:[^"\\]|\\.)+)":\[*$/.exec(before)?.[1] ?? '';
  return { key, nth: before.split(`"${key}":`).length - 1 };
}

function withMarker(value: unknown, [head, ...rest]: FromAnswer['path']): unknown {
  if (head === undefined) return marker;
  if (Array.isArray(value))
    return value.map((entry, index) => (index === head ? withMarker(entry, rest) : entry));
  return { ...asObject(value), [head]: withMarker(asObject(value)[head], rest) };
}
