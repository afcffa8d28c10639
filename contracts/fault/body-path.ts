import { limits } from '../clauses/index.ts';
import { maskName } from '../input/index.ts';
import { type OperationId, operations } from '../operations/index.ts';
import { type Field, fieldsOf } from '../profile/index.ts';
import { nearest } from '../util/index.ts';
import type { FaultDetail } from './fault-error.ts';

/** An undefined index means every entry of the list. */
export interface PathStep {
  readonly name: string;
  readonly index: number | undefined;
}

const stepForm = /^([^[\]]+)(?:\[(\d+|\*)\])?$/;

/** Undefined if the text is not a path. @example readPath('Rooms[0].Paxs.Surname') // the surname of any guest of the first room */
export function readPath(path: string): PathStep[] | undefined {
  const steps: PathStep[] = [];
  for (const part of path.split('.')) {
    const [, name, index] = stepForm.exec(part) ?? [];
    if (name === undefined) return undefined;
    steps.push({ name, index: index === undefined || index === '*' ? undefined : Number(index) });
  }
  return steps;
}

/** Compares numbers as text, so 9000 and "9000" are equal. */
export function hasValue(request: unknown, path: readonly PathStep[], expected: string, from = 0): boolean {
  if (Array.isArray(request)) return request.some(entry => hasValue(entry, path, expected, from));
  const step = path[from];
  if (!step)
    return typeof request !== 'object'
      ? String(request) === expected
      : expected === 'null' && request === null;
  if (typeof request !== 'object' || request === null) return false;
  const value: unknown = Object.hasOwn(request, step.name) ? Reflect.get(request, step.name) : undefined;
  const picked = step.index !== undefined && Array.isArray(value) ? value[step.index] : value;
  return picked !== undefined && hasValue(picked, path, expected, from + 1);
}

export const bodyField = (path: string): string => `match.body["${maskName(path)}"]`;

interface MissingField extends Pick<FaultDetail, 'message' | 'valid' | 'nearest'> {
  /** The number of path steps that exist in the request. An extra 0.5 means that the next name is similar to a field. */
  readonly depth: number;
}

/** Returns undefined if the requests can have a value there. */
export function whyMissing(id: OperationId, path: readonly PathStep[]): MissingField | undefined {
  let fields = fieldsOf(operations[id], 'request');
  for (const [at, { name, index }] of path.entries()) {
    const field = fields.get(name);
    if (!field) return unknownField(id, path.slice(0, at + 1), [...fields.keys()]);
    if (index !== undefined && field.kind !== 'list' && field.kind !== 'any')
      return {
        depth: at + 1,
        message: `"${maskName(name)}" is not a list; remove "[${index}]" from the path`,
      };
    const max = limits.listEntries.value;
    if (index !== undefined && index >= max) {
      const message = `the index ${index} is too large: a list in a request has at most ${max} entries, from [0] on`;
      return { depth: at + 1, message };
    }
    if (innermost(field).kind === 'any') return undefined;
    fields = field.inner;
  }
  if (fields.size === 0) return undefined;
  const { name = '' } = path.at(-1) ?? {};
  const examples = [...fields.keys()].slice(0, 9).map(field => `"${siblingPath(path, `${name}.${field}`)}"`);
  const message = `"${maskName(name)}" is an object; write the path of one of its fields: ${examples.join(', ')}`;
  return { depth: path.length, message };
}

const innermost = (field: Field): Field => (field.entry ? innermost(field.entry) : field);

function unknownField(id: OperationId, path: readonly PathStep[], known: readonly string[]): MissingField {
  const { name = '' } = path.at(-1) ?? {};
  const near = nearest(name, known);
  const valid = known.map(field => siblingPath(path, field));
  const hint =
    near === undefined
      ? known.length === 0
        ? 'the object has no fields'
        : `valid are ${known.join(', ')}`
      : `did you mean "${siblingPath(path, near)}"?`;
  return {
    depth: path.length - (near === undefined ? 1 : 0.5),
    message: `a request of ${id} has no field "${maskName(name)}" at this path; ${hint}`,
    valid,
    ...(near !== undefined && { nearest: siblingPath(path, near) }),
  };
}

const siblingPath = (path: readonly PathStep[], name: string): string =>
  [
    ...path.slice(0, -1).map(step => (step.index === undefined ? step.name : `${step.name}[${step.index}]`)),
    name,
  ].join('.');

export function isSingle(id: OperationId, path: string): boolean {
  let fields = fieldsOf(operations[id], 'request');
  for (const { name, index } of readPath(path) ?? []) {
    const field = fields.get(name);
    if (field?.kind === 'list' && index === undefined) return false;
    fields = field?.inner ?? new Map();
  }
  return true;
}
