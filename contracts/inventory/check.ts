import { detailsOf } from '../input/index.ts';
import { asList, asObject, suggest } from '../util/index.ts';
import { type InventoryFile, inventoryFile, inventoryKinds } from './schema.ts';

export interface InventoryProblem {
  /** The path of the field, such as `hotels[3].price`. */
  readonly field: string;
  readonly message: string;
}

interface Surroundings {
  /** The date before which no period may end, as `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether a destination exists in the built-in inventory. */
  isBuiltIn(destinationId: string): boolean;
}

export const maxProblems = 100;

/** Returns the content of an inventory, or its problems, at most 100: wrong fields, repeated ids, unknown destinations, and closed dates in the past. */
export function checkInventory(
  value: unknown,
  surroundings: Surroundings,
): { file: InventoryFile } | { problems: InventoryProblem[] } {
  const schema = inventoryFile();
  const { data, error } = schema.safeParse(value);
  const details = error ? detailsOf(error, { schema, value }) : [];
  const problems = details.map(({ field = '', message }): InventoryProblem => ({ field, message }));
  for (const problem of referenceProblems(asObject(value), surroundings)) {
    if (problems.length >= maxProblems) break;
    problems.push(problem);
  }
  return data && problems.length === 0 ? { file: data } : { problems };
}

type Raw = Readonly<Record<string, unknown>>;

// A wrong field must not hide another problem, so the records are read as they are.
const recordsIn = (value: Raw, kind: keyof InventoryFile): Raw[] => asList(value[kind]).map(asObject);

function* referenceProblems(value: Raw, { today, isBuiltIn }: Surroundings): Iterable<InventoryProblem> {
  const own = new Set(recordsIn(value, 'destinations').map(({ id }) => id));
  const exists = (id: string) => own.has(id) || (value.builtIn === true && isBuiltIn(id));
  for (const kind of inventoryKinds) {
    const places = new Map<unknown, number>();
    for (const [index, record] of recordsIn(value, kind).entries()) {
      const field = `${kind}[${index}]`;
      const first = places.get(record.id);
      if (record.id !== undefined && first !== undefined) {
        const message = `${JSON.stringify(record.id)} is the id of ${kind}[${first}] too; each id exists once`;
        yield { field: `${field}.id`, message };
      }
      places.set(record.id, first ?? index);
      const { destination } = record;
      if (typeof destination === 'string' && !exists(destination)) {
        const hint = isBuiltIn(destination)
          ? 'set builtIn to true for the destinations of the built-in inventory'
          : suggest(destination, [...own].map(String), 'add it to "destinations"');
        const message = `no destination ${JSON.stringify(destination)}; ${hint}`;
        yield { field: `${field}.destination`, message };
      }
      yield* pastPeriods(record, field, today);
    }
  }
}

function* pastPeriods(record: Raw, field: string, today: string): Iterable<InventoryProblem> {
  const { closed, rooms } = record;
  for (const [index, period] of asList(closed).entries()) {
    const last = typeof period === 'string' ? (period.split('/').at(-1) ?? '') : today;
    if (last < today)
      yield { field: `${field}.closed[${index}]`, message: `${period} is in the past; today is ${today}` };
  }
  for (const [index, room] of asList(rooms).entries())
    yield* pastPeriods({ ...asObject(room), rooms: undefined }, `${field}.rooms[${index}]`, today);
}
