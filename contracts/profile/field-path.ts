import type { PlacedField, PlacedFields } from './place.ts';

interface Step {
  readonly name: string;
  readonly indexes: readonly string[];
}

/**
 * The steps after an unknown field stay unchanged.
 *
 * @param path such as `Criteria.SearchRooms[0].NumAdults`; an index is a number, or nothing for any entry
 */
export function dialectPath(fields: PlacedFields, path: string): string {
  const steps = path.split('.').map(stepOf);
  const written: string[] = [];
  let inside: PlacedFields | undefined = fields;
  let start = 0; // the number of names before the entry of the nearest list
  for (const { name, indexes } of steps) {
    if (name === '') {
      // The body is a list.
      written.push(indexes.join(''));
      start = written.length;
      continue;
    }
    const placed: PlacedField | undefined = inside?.get(name);
    if (!placed) {
      written.push(name + indexes.join(''));
      inside = undefined;
      continue;
    }
    written.splice(start, written.length, ...placeIn(placed, indexes));
    if (placed.field.kind === 'list' || placed.change.isListed) start = written.length;
    inside = placed.inner;
  }
  return written.join('.');
}

function stepOf(step: string): Step {
  const name = step.replace(/(?:\[\d*\])+$/, '');
  return { name, indexes: step.slice(name.length).match(/\[\d*\]/g) ?? [] };
}

function placeIn({ at, first, change, isUnwrapped }: PlacedField, indexes: readonly string[]): string[] {
  const [index, ...deeper] = indexes;
  if (first && index === '[0]') return [...first.slice(0, -1), `${first.at(-1)}${deeper.join('')}`];
  const own =
    first && index ? [index.replace(/\d+/, digits => String(Number(digits) - 1)), ...deeper] : indexes;
  if (isUnwrapped) return [...at];
  const listed = change.isListed ? ['[0]', ...own] : own;
  const last = `${at.at(-1)}${listed.join('')}`;
  const wrapped = change.each !== undefined && indexes.length > 0 ? [change.each] : [];
  return [...at.slice(0, -1), last, ...wrapped];
}
