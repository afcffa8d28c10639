import { bounded, detailsOf } from '../details.ts';
import type { OperationId } from '../operations/index.ts';
import { asObject, valueAt } from '../util/index.ts';
import { bodyField } from './body-path.ts';
import { type FaultDetail, FaultError, shownText } from './fault-error.ts';
import { type EffectKind, faultKinds, kindNames } from './kinds/index.ts';
import { type Fault, faultSchema, matchNames } from './schema.ts';
import { scopeOf } from './scope.ts';
import { readShorthand } from './shorthand.ts';

/** A fault that was read and checked, with the operations it acts on. It is not read again when it is armed. */
export class ParsedFault implements Fault {
  declare readonly id?: Fault['id'];
  declare readonly match?: Fault['match'];
  declare readonly effect: Fault['effect'];
  // Private, so that a copy of the fault as plain data is what the user wrote.
  readonly #operations: readonly OperationId[];
  readonly #source: string | undefined;

  constructor(fault: Fault, operations: readonly OperationId[], source?: string) {
    Object.assign(this, structuredClone({ ...fault }));
    this.#operations = operations;
    this.#source = source;
  }

  get operations(): readonly OperationId[] {
    return this.#operations;
  }

  withId(id: string): ParsedFault {
    return new ParsedFault({ ...this, id }, this.#operations, this.#source);
  }

  /** Notes how the user wrote it, for messages. */
  withSource(source: string): ParsedFault {
    return new ParsedFault(this, this.#operations, source);
  }

  get source(): string | undefined {
    return this.#source;
  }
}

/**
 * Parses a fault from its shorthand or from an object, and finds the operations it acts on. The one place for the command
 * line, the control API, scenarios and code.
 *
 * @throws FaultError that names every field that is wrong, the valid values and the nearest
 * @example parseFault('*.doBooking:cut,product=car').operations // ['car.doBooking']
 */
export function parseFault(given: unknown): ParsedFault {
  if (given instanceof ParsedFault) return given;
  const fault = readFault(given);
  return new ParsedFault(fault, scopeOf(fault));
}

/**
 * Reads a fault from an object or its shorthand. `parseFault` also checks where it acts.
 *
 * @throws FaultError naming every field that is wrong, the valid values and the nearest
 * @example readFault('hotel.doBooking:cut,commit=before,times=1')
 */
export function readFault(given: unknown): Fault {
  const value = typeof given === 'string' ? readShorthand(given) : given;
  const schema = faultSchema();
  const result = schema.safeParse(value);
  if (result.success) return value as Fault; // the schema changes nothing, and this keeps the order it was written in
  const kind = kindNames.find(known => known === asObject(asObject(value).effect).kind);
  const issues = result.error.issues.filter(issue => nestedField(issue.path, value) === undefined);
  const nested = result.error.issues.flatMap(({ path }) => nestedField(path, value) ?? []);
  const details = bounded([...nested, ...detailsOf({ issues }, { schema, value })]);
  throw new FaultError(
    'invalid',
    details.map(detail => withPlace(detail, kind)),
  );
}

/** Refuses a field of the body that is written as an object instead of a path. Does not repeat its value. */
function nestedField(path: readonly PropertyKey[], value: unknown): FaultDetail | undefined {
  const [part, body, name, ...deeper] = path;
  const held = valueAt(value, path);
  if (part !== 'match' || body !== 'body' || name === undefined || deeper.length > 0) return undefined;
  if (typeof held !== 'object' || held === null) return undefined;
  const inner = pathWithin(String(name), held);
  const hint = inner === name ? 'not an object' : `write paths: "${shownText(inner)}"`;
  const message = `expected text, a number, true, false or null; ${hint}`;
  return { field: bodyField(String(name)), message };
}

/** The path of the first value inside an object or a list. */
function pathWithin(path: string, held: object): string {
  let inner = path;
  let here: unknown = held;
  for (let depth = 0; depth < 5 && typeof here === 'object' && here !== null; depth += 1) {
    const [first] = Object.entries(here);
    if (!first) break;
    inner += Array.isArray(here) ? '[0]' : `.${first[0]}`;
    here = first[1];
  }
  return inner;
}

/** Adds where a known field belongs that is written in the wrong part, or with a kind that does not take it. */
function withPlace(detail: FaultDetail, kind: EffectKind | undefined): FaultDetail {
  const { field = '', message, nearest } = detail;
  if (field === 'body') return { message: `${message}; write it as an object or in short` };
  if (!message.startsWith('unknown;') || nearest !== undefined) return detail;
  const [part, name = part] = field.split('.');
  const place = name === undefined ? undefined : placeOf(name, kind);
  if (place !== undefined && place !== part)
    return {
      ...detail,
      message: `unknown here; "${name}" belongs ${place === '' ? 'beside "match" and "effect"' : `into "${place}"`}`,
    };
  if (kind === undefined || part !== 'effect' || name === undefined) return detail;
  const takers = takersOf(name);
  return takers.length === 0
    ? detail
    : { ...detail, message: `"${kind}" takes no "${name}"; ${inWords(takers)}` };
}

/** The part that a field belongs to; empty for a field beside the parts. */
function placeOf(name: string, kind: EffectKind | undefined): string | undefined {
  if (name === 'id') return '';
  if (kind !== undefined && takes(kind, name)) return 'effect';
  if (matchNames.includes(name)) return 'match';
  return takersOf(name).length > 0 ? 'effect' : undefined;
}

const takes = (kind: EffectKind, name: string): boolean => Object.hasOwn(faultKinds[kind].schema.shape, name);
const takersOf = (name: string): EffectKind[] => kindNames.filter(kind => takes(kind, name));

function inWords(takers: readonly string[]): string {
  const last = takers.at(-1);
  return takers.length === 1 ? `${last} does` : `${takers.slice(0, -1).join(', ')} and ${last} do`;
}
