import type { Row, RowKind, SandboxChange } from '../../keeping/index.ts';
import { journalArguments } from './journal-rows.ts';

/** The rows of a large change, which Valkey has in a staging key. */
export interface Staged {
  readonly name: string;
  /** The last part of the staging key. */
  readonly part: string;
}

/** Returns a change as arguments of the script that writes a batch. The rows of a staged change are already in Valkey. */
export function argumentsOf(
  { id, how, expiresAt, puts, drops, journal = [] }: SandboxChange,
  fence: string,
  staged: Staged | undefined,
): readonly string[] {
  const staging = [staged?.name ?? '', staged?.part ?? ''];
  const written = [how, id, fence, ...staging, String(expiresAt ?? '')];
  const rows = staged ? ['0', '0'] : [...putsOf(puts), String(drops.length), ...drops.map(fieldOf)];
  const exchanges = journal.flatMap(journalArguments);
  return written.concat(rows, String(exchanges.length), exchanges);
}

/** The limits of a part of a large change: rows, and characters of their values. */
const maxRows = 1_000;
const maxCharacters = 500_000;

/** Returns whether a change has more rows than one script should write. */
export const isLarge = ({ puts, drops }: SandboxChange): boolean => {
  if (puts.length + drops.length > maxRows) return true;
  return puts.reduce((sum, { value }) => sum + value.length, 0) > maxCharacters;
};

/** Splits a large change into the arguments of the scripts that add parts to a staging key. */
export function* partsOf({ puts, drops }: SandboxChange): Generator<readonly string[]> {
  for (let from = 0; from < puts.length; ) {
    let to = from;
    for (let left = maxCharacters; to < puts.length && to < from + maxRows && left > 0; to += 1)
      left -= puts[to]?.value.length ?? 0;
    yield putsOf(puts.slice(from, to));
    from = to;
  }
  for (let from = 0; from < drops.length; from += maxRows)
    yield ['0', ...drops.slice(from, from + maxRows).map(fieldOf)];
}

const fieldOf = ({ kind, key }: Pick<Row, 'kind' | 'key'>): string => `${kind} ${key}`;

function putsOf(puts: readonly Row[]): string[] {
  const written = [String(puts.length)];
  for (const row of puts)
    written.push(fieldOf(row), row.position === undefined ? '' : String(row.position), row.value);
  return written;
}

/** Reads rows from the fields and values of a hash. */
export function rowsOf(fields: Iterable<[field: string, stored: string]>): Row[] {
  const rows: Row[] = [];
  for (const [field, stored] of fields) {
    const space = field.indexOf(' ');
    const at = stored.indexOf(' ');
    const position = Number(stored.slice(0, at));
    rows.push({
      kind: field.slice(0, space) as RowKind, // `argumentsOf` has written this field
      key: field.slice(space + 1),
      ...(!Number.isNaN(position) && { position }),
      value: stored.slice(at + 1),
    });
  }
  return rows;
}
