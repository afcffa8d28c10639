import { clauses, isClauseId } from '../judge/index.ts';
import { indent, type Paint } from '../reports/index.ts';
import type { ComparedField, DriftReport } from './compare/index.ts';

/** A difference, and where it is. */
interface Difference {
  readonly field: ComparedField;
  readonly operation: string;
}

/** One difference is told once, however many operations share the part of the contract that it is in. */
const mostPlaces = 4;

/** What differs, of one weight: each sort once, with the places where it is. */
export function differenceLines(
  { operations }: DriftReport,
  weight: 'drift' | 'learned',
  paint: Paint,
): string[] {
  const all = operations.flatMap(({ id, fields }) =>
    fields.filter(field => field.weight === weight).map((field): Difference => ({ field, operation: id })),
  );
  const sorts = Map.groupBy(all, ({ field }) => {
    const { state, expected, called, got, source } = field;
    return JSON.stringify([lastOf(field), state, expected, called, got, source]);
  });
  return [...sorts.values()].flatMap(same => sortLines(same, weight, paint));
}

const lastOf = ({ field }: ComparedField): string => field.slice(field.lastIndexOf('.') + 1);

function sortLines(same: readonly Difference[], weight: 'drift' | 'learned', paint: Paint): string[] {
  const [first] = same;
  if (!first) return [];
  const { source = '' } = first.field;
  const more = same.length - mostPlaces;
  const name = lastOf(first.field) || 'the answer itself';
  return [
    `  ${paint(weight === 'drift' ? 'red' : 'yellow', name)}: ${sayDifference(first.field)}`,
    ...same.slice(0, mostPlaces).map(({ operation, field: { field, answers, of } }) => {
      const place = field === '' ? operation : `${operation}  ${field}`;
      return indent(`${place}  in ${answers} of ${counted(of, 'answer')}`, 6);
    }),
    ...(more > 0 ? [indent(`and at ${counted(more, 'other place')}`, 6)] : []),
    ...(isClauseId(source) ? [paint('dim', indent(`${source}: ${clauses[source].statement}`, 6))] : []),
  ];
}

/** `1 answer`, `2 answers`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function sayDifference({
  state,
  expected,
  got = [],
  called,
  because,
  probable = false,
}: ComparedField): string {
  const came = got.join(', ');
  switch (state) {
    case 'missing':
      return `missing, expected ${expected}`;
    case 'other-name':
      return `is ${probable ? 'probably ' : ''}called "${called}" (${because})`;
    case 'extra':
      return `the contract does not know it, ${came}`;
    default:
      return `expected ${expected}, got ${came}`;
  }
}
