import { bounded, maskName } from '../input/index.ts';
import {
  type AnyOperation,
  isOperationId,
  type OperationId,
  operationIds,
  operations,
} from '../operations/index.ts';
import { nearest } from '../util/index.ts';
import { bodyField, readPath, whyMissing } from './body-path.ts';
import { type FaultDetail, FaultError } from './fault-error.ts';
import { kindOf } from './kinds/index.ts';
import type { Fault } from './schema.ts';

/**
 * Throws a FaultError when no operation is left, when the match names an operation without `*` on which the kind does not act, or
 * when no request has a field of `body`.
 */
export function scopeOf(fault: Fault): OperationId[] {
  const { match = {}, effect } = fault;
  const named = operationsNamed(match.operations);
  const { product } = match;
  const matched = named.filter(id => product === undefined || operationOf(id).product === product);
  if (matched.length === 0) {
    const message = `none of the operations ${named.join(', ')} belongs to the product "${product}"; change "product" or "operations"`;
    throw new FaultError('invalid', [{ field: 'match.product', message, value: product }]);
  }
  const kind = kindOf(effect);
  const valid = operationIds.filter(id => kind.actsOn(operationOf(id), effect));
  const whyNot = (id: OperationId) => kind.whyNot?.(operationOf(id), effect);
  const [acting, others] = split(matched, id => valid.includes(id));
  const byKind = `"${effect.kind}" acts on ${kind.where}`;
  refuse(wronglyNamed(fault, others, id => ({ message: whyNot(id) ?? `${byKind}, not on ${id}`, valid })));
  if (acting.length === 0) {
    const [why] = matched.flatMap(id => whyNot(id) ?? []);
    const message = why ?? `${byKind}; the match selects only ${matched.join(', ')}`;
    throw new FaultError('invalid', [{ field: 'match.operations', message, valid }]);
  }
  return withFields(fault, acting);
}

const operationOf = (id: OperationId): AnyOperation => operations[id];

function split(
  ids: readonly OperationId[],
  isFirst: (id: OperationId) => boolean,
): [OperationId[], OperationId[]] {
  return [ids.filter(isFirst), ids.filter(id => !isFirst(id))];
}

function refuse(wrong: readonly FaultDetail[]): void {
  if (wrong.length > 0) throw new FaultError('invalid', bounded(wrong));
}

/** For operations that a match names without `*`, although the fault cannot act on them. */
function wronglyNamed(
  { match }: Fault,
  wrong: readonly OperationId[],
  describe: (id: OperationId) => Omit<FaultDetail, 'field'>,
): FaultDetail[] {
  return (match?.operations ?? []).flatMap((id, index) =>
    isOperationId(id) && wrong.includes(id) ? [{ field: `match.operations[${index}]`, ...describe(id) }] : [],
  );
}

function withFields(fault: Fault, ids: OperationId[]): OperationId[] {
  let left = ids;
  const wrong: FaultDetail[] = [];
  for (const path of Object.keys(fault.match?.body ?? {})) {
    const field = bodyField(path);
    const steps = readPath(path);
    if (!steps) {
      const message = 'expected the path of a field, such as "Criteria.DestinationId" or "Rooms[0].RoomId"';
      wrong.push({ field, message });
      continue;
    }
    const missing = new Map(
      left.flatMap(id => {
        const why = whyMissing(id, steps);
        return why ? [[id, why] as const] : [];
      }),
    );
    const [having, others] = split(left, id => !missing.has(id));
    if (having.length > 0) {
      const describe = (id: OperationId) => ({ message: missing.get(id)?.message ?? '', valid: having });
      wrong.push(...wronglyNamed(fault, others, describe));
      left = having;
      continue;
    }
    const { depth, ...why } = [...missing.values()].reduce((a, b) => (b.depth > a.depth ? b : a));
    const nowhere =
      'no request of these operations has such a field at the top; write the whole path, such as "Credential.Username"';
    wrong.push(depth === 0 && left.length > 1 ? { field, message: nowhere } : { field, ...why });
  }
  refuse(wrong);
  return left;
}

function operationsNamed(patterns: readonly string[] | undefined): OperationId[] {
  if (!patterns) return operationIds;
  refuse(
    patterns.flatMap((pattern, index) =>
      operationIds.some(id => fits(pattern, id))
        ? []
        : [unknownOperation(pattern, `match.operations[${index}]`)],
    ),
  );
  return operationIds.filter(id => patterns.some(pattern => fits(pattern, id)));
}

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
  const near = nearestOperation(pattern);
  const hint =
    near === undefined ? 'valid are operation ids and patterns such as "hotel.*"' : `did you mean "${near}"?`;
  const value = maskName(pattern);
  const message = `no operation "${value}"; ${hint}`;
  return { field, message, value, valid: [...operationIds], nearest: near };
}

/** A name without a product is compared with the part of each id after the dot. */
function nearestOperation(pattern: string): string | undefined {
  const bare = pattern.replace(/^\*\./, '');
  if (bare.includes('.')) return nearest(pattern, operationIds);
  const nameOf = (id: string): string => id.replace(/^.*\./, '');
  const near = nearest(bare, new Set(operationIds.map(nameOf)));
  const [first, ...others] = operationIds.filter(id => nameOf(id) === near);
  return others.length > 0 ? `*.${near}` : first;
}
