import { bounded } from '../details.ts';
import type { AnyOperation } from '../operation.ts';
import { isOperationId, type OperationId, operationIds, operations } from '../operations/index.ts';
import { whyNoField } from './body-field.ts';
import { readPath } from './body-path.ts';
import type { FaultKind } from './define-fault.ts';
import { type FaultDetail, FaultError } from './fault-error.ts';
import { type FaultEffect, kindOf } from './kinds/index.ts';
import { fittingOf, unknownOperation } from './operation-pattern.ts';
import type { Fault } from './schema.ts';

/**
 * Returns the operations that a fault acts on: of those that its match names, the ones that its kind acts on.
 *
 * @throws FaultError when a pattern fits no operation, when no operation is left, when the kind does not act on an operation
 * named without `*`, or when no request has a field of `body`
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
  const kind = kindOf(effect);
  const acting = ofProduct.filter(id => kind.actsOn(operationOf(id), effect));
  refuse(
    exactly(
      fault,
      ofProduct,
      id => !acting.includes(id),
      id => whyNot(kind, effect, id),
    ),
  );
  if (acting.length === 0) throw new FaultError('invalid', [nowhere(fault, ofProduct)]);
  return havingFields(fault, acting);
}

const operationOf = (id: OperationId): AnyOperation => operations[id];

function refuse(wrong: readonly FaultDetail[]): void {
  if (wrong.length > 0) throw new FaultError('invalid', bounded(wrong));
}

/** What is wrong with operations that are named without `*`, of those that come into question: nobody means them to be left out. */
function exactly(
  { match }: Fault,
  among: readonly OperationId[],
  isWrong: (id: OperationId) => boolean,
  why: (id: OperationId) => Omit<FaultDetail, 'field'>,
): FaultDetail[] {
  return (match?.operations ?? []).flatMap((id, index) =>
    isOperationId(id) && among.includes(id) && isWrong(id)
      ? [{ field: `match.operations[${index}]`, ...why(id) }]
      : [],
  );
}

function whyNot(kind: FaultKind, effect: FaultEffect, id: OperationId): Omit<FaultDetail, 'field'> {
  const valid = operationIds.filter(other => kind.actsOn(operationOf(other), effect));
  const why = kind.whyNot?.(operationOf(id), effect);
  return { message: why ?? `"${effect.kind}" acts on ${kind.where}, not on ${id}`, valid };
}

function nowhere({ effect }: Fault, named: readonly OperationId[]): FaultDetail {
  const kind = kindOf(effect);
  const valid = operationIds.filter(id => kind.actsOn(operationOf(id), effect));
  const [why] = named.flatMap(id => kind.whyNot?.(operationOf(id), effect) ?? []);
  const message = why ?? `"${effect.kind}" acts on ${kind.where}; matched is only ${named.join(', ')}`;
  return { field: 'match.operations', message, valid };
}

function operationsNamed(patterns: readonly string[] | undefined): OperationId[] {
  if (!patterns) return operationIds;
  const fitting = patterns.map(fittingOf);
  refuse(
    patterns.flatMap((pattern, index) =>
      fitting[index]?.length === 0 ? [unknownOperation(pattern, `match.operations[${index}]`)] : [],
    ),
  );
  const named = new Set(fitting.flat());
  return operationIds.filter(id => named.has(id));
}

/** A field that nothing in any request is near to. */
const nowhereThere = (path: string, { field, message }: FaultDetail): FaultDetail =>
  readPath(path)
    ? {
        field,
        message:
          'no request of these operations has such a field; write its whole path, such as "Credential.Username"',
      }
    : { field, message };

/** Those whose requests have every field that a match asks for; a field that none has is written wrong. */
function havingFields(fault: Fault, ids: OperationId[]): OperationId[] {
  let left = ids;
  const wrong: FaultDetail[] = [];
  for (const path of Object.keys(fault.match?.body ?? {})) {
    const why = whyNoField(left, path);
    const having = left.filter(id => !why.has(id));
    const [first] = [...why.values()].sort((a, b) => b.depth - a.depth);
    if (having.length > 0) {
      wrong.push(
        ...exactly(
          fault,
          left,
          id => why.has(id),
          id => ({ message: why.get(id)?.detail.message ?? '', valid: having }),
        ),
      );
      left = having;
    } else if (first)
      wrong.push(first.depth === 0 && left.length > 1 ? nowhereThere(path, first.detail) : first.detail);
  }
  refuse(wrong);
  return left;
}
