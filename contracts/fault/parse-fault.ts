import { bounded, detailsOf, maskName } from '../input/index.ts';
import type { OperationId } from '../operations/index.ts';
import { asObject, valueAt } from '../util/index.ts';
import { bodyField } from './body-path.ts';
import { type FaultDetail, FaultError } from './fault-error.ts';
import { type EffectKind, faultKinds, kindNames } from './kinds/index.ts';
import { type Fault, faultSchema, matchNames } from './schema.ts';
import { scopeOf } from './scope.ts';
import { readShorthand } from './shorthand.ts';

/** The server arms a parsed fault without another check. */
export class ParsedFault implements Fault {
  declare readonly id?: Fault['id'];
  declare readonly match?: Fault['match'];
  declare readonly effect: Fault['effect'];
  // These fields are private, so that a copy of the fault contains only the fields that the user wrote.
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

  /** Messages show this text. */
  withSource(source: string): ParsedFault {
    return new ParsedFault(this, this.#operations, source);
  }

  get source(): string | undefined {
    return this.#source;
  }
}

/** For the command line, the control API, scenarios and code. Throws a FaultError with each wrong field and its nearest valid value. */
export function parseFault(input: unknown): ParsedFault {
  if (input instanceof ParsedFault) return input;
  const fault = readFault(input);
  return new ParsedFault(fault, scopeOf(fault));
}

/**
 * Reads a fault from its shorthand or from an object. This function does not check the operations, but `parseFault` does.
 *
 * @throws FaultError that names every wrong field, the valid values and the nearest valid value
 * @example readFault('hotel.doBooking:cut,commit=before,times=1')
 */
export function readFault(input: unknown): Fault {
  const value = typeof input === 'string' ? readShorthand(input) : input;
  const schema = faultSchema();
  const result = schema.safeParse(value);
  if (result.success) return value as Fault; // the schema does not change the value, and the input keeps the order of its fields
  const kind = kindNames.find(known => known === asObject(asObject(value).effect).kind);
  const issues = result.error.issues.filter(issue => nestedField(issue.path, value) === undefined);
  const nested = result.error.issues.flatMap(({ path }) => nestedField(path, value) ?? []);
  const details = bounded([...nested, ...detailsOf({ issues }, { schema, value })]);
  throw new FaultError(
    'invalid',
    details.map(detail => withPlace(detail, kind)),
  );
}

/** The message does not show the object, which can contain secrets. */
function nestedField(path: readonly PropertyKey[], value: unknown): FaultDetail | undefined {
  const [part, body, name, ...deeper] = path;
  const held = valueAt(value, path);
  if (part !== 'match' || body !== 'body' || name === undefined || deeper.length > 0) return undefined;
  if (typeof held !== 'object' || held === null) return undefined;
  const inner = pathWithin(String(name), held);
  const hint = inner === name ? 'got an object' : `write the path of the value, such as "${maskName(inner)}"`;
  const message = `expected text, a number, true, false or null; ${hint}`;
  return { field: bodyField(String(name)), message };
}

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

/** A misplaced field belongs to another part of the fault, or to another kind. */
function withPlace(detail: FaultDetail, kind: EffectKind | undefined): FaultDetail {
  const { field = '', message, nearest } = detail;
  if (field === 'body') return { message: `${message}; write the fault as an object or as a shorthand` };
  if (!message.startsWith('unknown;') || nearest !== undefined) return detail;
  const [part = '', name = part] = field.split('.');
  const belongs = (place: string) => ({ ...detail, message: `unknown here; move "${name}" ${place}` });
  const owners = kindNames.filter(owner => Object.hasOwn(faultKinds[owner].schema().shape, name));
  if (name === 'id') return belongs('to the top, beside "match" and "effect"');
  if (matchNames().includes(name) && !owners.some(owner => owner === kind)) return belongs('into "match"');
  if (owners.length === 0) return detail;
  if (part !== 'effect') return belongs('into "effect"');
  const [last, ...others] = owners.toReversed();
  const ownersText =
    others.length === 0 ? `only ${last} has` : `only ${others.toReversed().join(', ')} and ${last} have`;
  return { ...detail, message: `"${kind}" has no parameter "${name}"; ${ownersText} this parameter` };
}
