import { type OperationId, operationIds } from '../operations/index.ts';
import { nearest } from '../util/index.ts';
import { type FaultDetail, shownText } from './fault-error.ts';

/**
 * The ids that a pattern fits; `*` stands for any letters.
 *
 * @example fittingOf('*.doBooking').length // 4
 */
export const fittingOf = (pattern: string): OperationId[] => operationIds.filter(id => fits(pattern, id));

/** Each part is looked for once, from where the one before ended. */
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

/** What is wrong with a pattern that fits no operation. */
export function unknownOperation(pattern: string, field: string): FaultDetail {
  const near = nearestOperation(pattern);
  const hint =
    near === undefined ? 'valid are operation ids and patterns such as "hotel.*"' : `did you mean "${near}"?`;
  const shown = shownText(pattern);
  return {
    field,
    message: `no operation "${shown}"; ${hint}`,
    value: shown,
    valid: [...operationIds],
    ...(near !== undefined && { nearest: near }),
  };
}

/** By its whole id, or by what stands behind the dot, which several products share. */
function nearestOperation(pattern: string): string | undefined {
  const bare = pattern.replace(/^\*\./, '');
  if (bare.includes('.')) return nearest(pattern, operationIds);
  const names = new Set(operationIds.map(nameOf));
  const near = nearest(bare, names);
  const [first, ...others] = operationIds.filter(id => nameOf(id) === near);
  return others.length > 0 ? `*.${near}` : first;
}

const nameOf = (id: string): string => id.replace(/^.*\./, '');
