import * as z from 'zod';
import { unwrap } from '../unwrap.ts';

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

/** The field of a path that a request does not have, and those that stand in its place; undefined when all are there. */
export function missingField(
  schema: z.ZodType,
  path: readonly PathStep[],
): { name: string; known: string[] } | undefined {
  let here: z.core.$ZodType | undefined = schema;
  for (const { name } of path) {
    const holder: z.core.$ZodType | undefined = here && inside(here);
    if (!(holder instanceof z.ZodObject)) {
      if (isOpen(holder)) return undefined;
      return { name, known: [] };
    }
    const known: string[] = Object.keys(holder.shape);
    if (!known.includes(name)) return { name, known };
    here = holder.shape[name];
  }
  return undefined;
}

/** Whether a path leads to one value of a request at most. */
export function isSingle(schema: z.ZodType, path: string): boolean {
  let here: z.core.$ZodType | undefined = schema;
  for (const { name, index } of readPath(path) ?? []) {
    const holder: z.core.$ZodType | undefined = here && inside(here);
    here = holder instanceof z.ZodObject ? holder.shape[name] : undefined;
    if (here && unwrap(here) instanceof z.ZodArray && index === undefined) return false;
  }
  return true;
}

/** What a schema holds inside optional wrappers and lists. */
function inside(schema: z.core.$ZodType): z.core.$ZodType {
  const here = unwrap(schema);
  return here instanceof z.ZodArray ? inside(here.element) : here;
}

/** Whether anything may stand in it. */
const isOpen = (schema: z.core.$ZodType | undefined): boolean =>
  schema instanceof z.ZodUnknown ||
  schema instanceof z.ZodAny ||
  schema instanceof z.ZodRecord ||
  schema instanceof z.ZodUnion;
