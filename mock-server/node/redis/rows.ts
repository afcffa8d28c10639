import type { Row, RowKind, SandboxChange } from '../../keeping/index.ts';

/** Returns a change as arguments of the script that writes a batch. */
export function argumentsOf(
  { id, how, owners = [], expiresAt, puts, drops }: SandboxChange,
  fence: string,
): readonly string[] {
  const written = [how, id, fence, String(expiresAt ?? ''), String(owners.length), ...owners, String(puts.length)];
  for (const { kind, key, position, value } of puts)
    written.push(`${kind} ${key}`, position === undefined ? '' : String(position), value);
  written.push(String(drops.length));
  for (const { kind, key } of drops) written.push(`${kind} ${key}`);
  return written;
}

/** Reads rows from the fields and values of a hash. Returns the rows by kind and position. */
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
  return rows.sort(byPosition);
}

const byPosition = (a: Row, b: Row): number => {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  const difference = (a.position ?? -1) - (b.position ?? -1);
  return difference !== 0 ? difference : a.key < b.key ? -1 : 1;
};
