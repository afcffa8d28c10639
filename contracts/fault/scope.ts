import { bounded, cutName } from '../control/details.ts';
import { maskText } from '../mask.ts';
import { nearest } from '../nearest.ts';
import type { AnyOperation } from '../operation.ts';
import { type OperationId, operationIds, operations } from '../operations/index.ts';
import { missingField, readPath } from './body-path.ts';
import { type FaultDetail, FaultError } from './fault-error.ts';
import { type Fault, rowOf } from './schema.ts';

/**
 * The operations that a fault can act on: those its match names, as far as its effect acts on them.
 *
 * @throws FaultError when a pattern fits no operation, when nothing is left, or when no request has a field of `body`
 * @example scopeOf({ match: { operations: ['*.doBooking'], product: 'car' }, effect: { kind: 'cut' } }) // ['car.doBooking']
 */
export function scopeOf(fault: Fault): OperationId[] {
  const { match = {}, effect } = fault;
  const named = operationsNamed(match.operations);
  const ofProduct = named.filter(
    id => match.product === undefined || operationOf(id).product === match.product,
  );
  if (ofProduct.length === 0) {
    const message = `"${match.product}": no operation of this product is among ${named.join(', ')}`;
    throw new FaultError('invalid', [{ field: 'match.product', message, value: match.product }]);
  }
  const row = rowOf(effect);
  const acting = ofProduct.filter(id => row.actsOn(operationOf(id), effect));
  if (acting.length === 0) throw new FaultError('invalid', [nowhere(fault, ofProduct)]);
  return havingFields(acting, match.body);
}

const operationOf = (id: OperationId): AnyOperation => operations[id];

function nowhere({ effect }: Fault, named: readonly OperationId[]): FaultDetail {
  const row = rowOf(effect);
  const valid = operationIds.filter(id => row.actsOn(operationOf(id), effect));
  const message = `"${effect.kind}" acts on ${row.where}; matched is only ${named.join(', ')}`;
  return { field: 'match.operations', message, valid };
}

function operationsNamed(patterns: readonly string[] | undefined): OperationId[] {
  if (!patterns) return operationIds;
  const wrong: FaultDetail[] = [];
  const named = new Set<OperationId>();
  for (const [index, pattern] of patterns.entries()) {
    const fits = fittingOf(pattern);
    if (fits.length === 0) wrong.push(unknownOperation(pattern, `match.operations[${index}]`));
    for (const id of fits) named.add(id);
  }
  if (wrong.length > 0) throw new FaultError('invalid', bounded(wrong));
  return operationIds.filter(id => named.has(id));
}

const fittingOf = (pattern: string): OperationId[] => operationIds.filter(id => fits(pattern, id));

/** Whether a pattern fits an id; `*` stands for any letters. Each part is looked for once, from where the one before ended. */
function fits(pattern: string, id: string): boolean {
  const [head = '', ...parts] = pattern.split('*');
  const tail = parts.pop();
  if (tail === undefined) return id === pattern;
  if (!id.startsWith(head)) return false;
  let from = head.length;
  for (const part of parts) {
    const found = id.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return id.endsWith(tail) && id.length - tail.length >= from;
}

function unknownOperation(pattern: string, field: string): FaultDetail {
  const near = nearest(pattern, operationIds);
  const hint =
    near === undefined ? 'valid are operation ids and patterns such as "hotel.*"' : `did you mean "${near}"?`;
  return {
    field,
    message: `no operation "${cutName(maskText(pattern))}"; ${hint}`,
    value: cutName(maskText(pattern)),
    valid: [...operationIds],
    ...(near !== undefined && { nearest: near }),
  };
}

/** Those whose requests have every field that a match asks for; a field that none has is written wrong. */
function havingFields(ids: OperationId[], body: Record<string, unknown> | undefined): OperationId[] {
  let left = ids;
  const wrong: FaultDetail[] = [];
  for (const path of Object.keys(body ?? {})) {
    const having = left.filter(id => hasField(id, path));
    if (having.length === 0) wrong.push(unknownField(left, path));
    else left = having;
  }
  if (wrong.length > 0) throw new FaultError('invalid', bounded(wrong));
  return left;
}

function hasField(id: OperationId, path: string): boolean {
  const steps = readPath(path);
  return steps !== undefined && missingField(operationOf(id).request, steps) === undefined;
}

function unknownField([first]: readonly OperationId[], path: string): FaultDetail {
  const field = `match.body["${cutName(maskText(path))}"]`;
  const steps = readPath(path);
  if (!steps || first === undefined)
    return {
      field,
      message: 'expected the path of a field, such as "Criteria.DestinationId" or "Rooms[0].RoomId"',
    };
  const { name = '', known = [] } = missingField(operationOf(first).request, steps) ?? {};
  const near = nearest(name, known);
  const hint =
    near === undefined ? `known there are ${known.join(', ') || 'no fields'}` : `did you mean "${near}"?`;
  return {
    field,
    message: `a request of ${first} has no "${name}" there; ${hint}`,
    valid: known,
    ...(near !== undefined && { nearest: near }),
  };
}
