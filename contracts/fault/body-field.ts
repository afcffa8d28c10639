import { limits } from '../limits.ts';
import { type OperationId, operations } from '../operations/index.ts';
import { nearest } from '../util/index.ts';
import { type FieldProblem, fieldProblem, type PathStep, readPath } from './body-path.ts';
import { type FaultDetail, shownText } from './fault-error.ts';

/** Why a request cannot have a field; the deeper, the nearer the path is to one that it has. */
interface NoField {
  readonly depth: number;
  readonly detail: FaultDetail;
}

/**
 * Why the requests of operations cannot have a field of their bodies, by the operations whose cannot.
 *
 * @example whyNoField(['hotel.search'], 'Criteria.DestinationId').size // 0
 */
export function whyNoField(ids: readonly OperationId[], path: string): Map<OperationId, NoField> {
  const steps = readPath(path);
  const field = `match.body["${shownText(path)}"]`;
  return new Map(
    ids.flatMap((id): [OperationId, NoField][] => {
      if (!steps) return [[id, { depth: 0, detail: { field, message: pathForm } }]];
      const problem = fieldProblem(operations[id].request, steps);
      return problem ? [[id, noField(id, { field, steps, problem })]] : [];
    }),
  );
}

const pathForm = 'expected the path of a field, such as "Criteria.DestinationId" or "Rooms[0].RoomId"';

interface Found {
  field: string;
  steps: readonly PathStep[];
  problem: FieldProblem;
}

function noField(id: OperationId, { field, steps, problem }: Found): NoField {
  const { at, known } = problem;
  const name = steps[at]?.name ?? '';
  const told = `"${shownText(name)}"`;
  const before = steps.slice(0, at).map(written);
  const place = (last: string) => [...before, last].join('.');
  if (problem.what === 'object') {
    const message = `${told} is an object, which has no value itself; write the path of one of its fields: ${known
      .slice(0, 9)
      .map(field => `"${place(`${name}.${field}`)}"`)
      .join(', ')}`;
    return { depth: at + 1, detail: { field, message } };
  }
  if (problem.what === 'no-list')
    return {
      depth: at + 1,
      detail: { field, message: `${told} is no list; write it without "[${steps[at]?.index}]"` },
    };
  if (problem.what === 'index')
    return {
      depth: at + 1,
      detail: {
        field,
        message: `no list of a request has more than ${limits.listEntries.value} entries, and the first is [0]`,
      },
    };
  const near = nearest(name, known);
  const hint =
    near === undefined
      ? `known there are ${known.join(', ') || 'no fields'}`
      : `did you mean "${place(near)}"?`;
  const message = `a request of ${id} has no ${told} there; ${hint}`;
  return {
    depth: at + (near === undefined ? 0 : 0.5),
    detail: { field, message, valid: known.map(place), ...(near !== undefined && { nearest: place(near) }) },
  };
}

const written = ({ name, index }: PathStep): string => (index === undefined ? name : `${name}[${index}]`);
