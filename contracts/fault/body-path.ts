import * as z from 'zod';
import { limits } from '../limits.ts';
import { unwrap } from '../schema-walk.ts';

/** One step of a path: the field, and which entry of its list; undefined for any. */
export interface PathStep {
  readonly name: string;
  readonly index: number | undefined;
}

const stepForm = /^([^[\]]+)(?:\[(\d+|\*)\])?$/;

/**
 * Reads the path of a field in a request.
 *
 * @returns undefined when it is none
 * @example readPath('Rooms[0].Paxs.Surname') // the first room's guests, any of them
 */
export function readPath(path: string): PathStep[] | undefined {
  const steps: PathStep[] = [];
  for (const part of path.split('.')) {
    const [, name, index] = stepForm.exec(part) ?? [];
    if (name === undefined) return undefined;
    steps.push({ name, index: index === undefined || index === '*' ? undefined : Number(index) });
  }
  return steps;
}

/**
 * Whether a request has a value at a path, as it is written in JSON or as text: 9000 and "9000" are the same.
 *
 * @param wanted the value as text
 * @example hasValue({ Rooms: [{ RoomId: 'R1' }] }, readPath('Rooms.RoomId') ?? [], 'R1') // true
 */
export function hasValue(request: unknown, path: readonly PathStep[], wanted: string, from = 0): boolean {
  if (Array.isArray(request)) return request.some(entry => hasValue(entry, path, wanted, from));
  const step = path[from];
  if (!step)
    return typeof request !== 'object' ? String(request) === wanted : wanted === 'null' && request === null;
  if (typeof request !== 'object' || request === null) return false;
  const value: unknown = Object.hasOwn(request, step.name) ? Reflect.get(request, step.name) : undefined;
  const picked = step.index !== undefined && Array.isArray(value) ? value[step.index] : value;
  return picked !== undefined && hasValue(picked, path, wanted, from + 1);
}

/** Why no request can have a value at a path: at which step, what is wrong, and which fields stand in its place. */
export interface FieldProblem {
  readonly at: number;
  /** No such field; an object, where a value is meant; an entry of what is no list, or one that no list has. */
  readonly what: 'unknown' | 'object' | 'no-list' | 'index';
  readonly known: string[];
}

/** What is wrong with a path in requests of a schema; undefined when they can have a value there. */
export function fieldProblem(schema: z.core.$ZodType, path: readonly PathStep[]): FieldProblem | undefined {
  let here: z.core.$ZodType = schema;
  for (const [at, { name, index }] of path.entries()) {
    const holder = inside(here);
    if (isOpen(holder)) return undefined;
    const known: string[] = holder instanceof z.core.$ZodObject ? Object.keys(holder._zod.def.shape) : [];
    const next: z.core.$ZodType | undefined =
      holder instanceof z.core.$ZodObject && known.includes(name) ? holder._zod.def.shape[name] : undefined;
    if (!next) return { at, what: 'unknown', known };
    const plain = unwrap(next);
    if (index !== undefined && !(plain instanceof z.core.$ZodArray) && !isOpen(plain))
      return { at, what: 'no-list', known };
    if (index !== undefined && index >= limits.listEntries.value) return { at, what: 'index', known };
    here = next;
  }
  const end = inside(here);
  if (!(end instanceof z.core.$ZodObject)) return undefined;
  return { at: path.length - 1, what: 'object', known: Object.keys(end._zod.def.shape) };
}

/** Whether a path leads to one value of a request at most. */
export function isSingle(schema: z.core.$ZodType, path: string): boolean {
  let here: z.core.$ZodType | undefined = schema;
  for (const { name, index } of readPath(path) ?? []) {
    const holder: z.core.$ZodType | undefined = here && inside(here);
    here = holder instanceof z.core.$ZodObject ? holder._zod.def.shape[name] : undefined;
    if (here && unwrap(here) instanceof z.core.$ZodArray && index === undefined) return false;
  }
  return true;
}

/** What a schema holds inside optional wrappers and lists. */
function inside(schema: z.core.$ZodType): z.core.$ZodType {
  const here = unwrap(schema);
  return here instanceof z.core.$ZodArray ? inside(here._zod.def.element) : here;
}

/** Whether anything may stand in it. */
const isOpen = (schema: z.core.$ZodType | undefined): boolean =>
  schema instanceof z.core.$ZodUnknown ||
  schema instanceof z.core.$ZodAny ||
  schema instanceof z.core.$ZodRecord ||
  schema instanceof z.core.$ZodUnion;
