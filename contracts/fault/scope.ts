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
  if (wrong.length > 0) throw new FaultError('invalid', wrong);
  return operationIds.filter(id => named.has(id));
}

/** The ids that a pattern fits; `*` stands for any letters. */
function fittingOf(pattern: string): OperationId[] {
  const form = pattern.split('*').map(part => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const fits = new RegExp(`^${form.join('.*')}$`);
  return operationIds.filter(id => fits.test(id));
}

function unknownOperation(pattern: string, field: string): FaultDetail {
  const near = nearest(pattern, operationIds);
  const hint =
    near === undefined ? 'valid are operation ids and patterns such as "hotel.*"' : `did you mean "${near}"?`;
  return {
    field,
    message: `no operation "${pattern}"; ${hint}`,
    value: pattern,
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
  if (wrong.length > 0) throw new FaultError('invalid', wrong);
  return left;
}

function hasField(id: OperationId, path: string): boolean {
  const steps = readPath(path);
  return steps !== undefined && missingField(operationOf(id).request, steps) === undefined;
}

function unknownField([first]: readonly OperationId[], path: string): FaultDetail {
  const field = `match.body["${path}"]`;
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
