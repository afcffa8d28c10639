import { operations } from '#contracts';
import { fieldsOf, type Registry } from '#contracts/profile';

const registry: Registry = operations;

/**
 * Returns the names under which later requests send the id of a list entry. For the Id in `Rooms`, these names are `RoomId` and
 * `RoomIds`.
 *
 * @example laterNames('Hotels.Rooms.Id') // ['RoomIds', 'RoomId']
 */
export function laterNames(path: string): string[] {
  const [list, id] = path.split('.').slice(-2);
  if (id !== 'Id' || list === undefined) return [];
  const wanted = [`${list.replace(/s$/, '')}Ids`, `${list.replace(/s$/, '')}Id`];
  const known = new Set(Object.values(registry).flatMap(one => [...namesIn(fieldsOf(one, 'request'))]));
  return wanted.filter(name => known.has(name));
}

type Fields = ReturnType<typeof fieldsOf>;

function* namesIn(fields: Fields): Generator<string> {
  for (const [name, { inner }] of fields) {
    yield name;
    yield* namesIn(inner);
  }
}
