import { mergeInOrder, type Row } from '../../keeping/index.ts';
import type { Reply } from './connection.ts';
import { rowsOf } from './rows.ts';
import { prefix } from './scripts.ts';

/** The number of rows that are read at once. */
const rowsPerPage = 500;

/**
 * Reads the rows of a sandbox, by kind and position. A large sandbox is read page by page, so that other calls run.
 *
 * @param ask runs a command
 * @param count the number of the rows
 */
export async function readRows(
  ask: (command: readonly string[]) => Promise<Reply>,
  id: string,
  count: number,
): Promise<readonly Row[]> {
  const key = `${prefix}rows:${id}`;
  if (count <= rowsPerPage) return mergeInOrder([rowsOf(pairsOf(await ask(['HGETALL', key])))]);
  const pages: Row[][] = [];
  const seen = new Set<string>(); // a scan can return a field twice
  let cursor = '0';
  do {
    const page = await ask(['HSCAN', key, cursor, 'COUNT', String(rowsPerPage)]);
    const [next, list] = page as [string, Reply]; // as documented
    const fresh = [...pairsOf(list)].filter(([field]) => !seen.has(field));
    for (const [field] of fresh) seen.add(field);
    pages.push(rowsOf(fresh));
    cursor = next;
  } while (cursor !== '0');
  return await mergeInOrder(pages);
}

/** Returns the pairs in a list of fields and values. */
export function* pairsOf(list: Reply): Generator<[string, string]> {
  const texts = list as string[]; // Valkey returns fields and values in turn
  for (let at = 0; at + 1 < texts.length; at += 2) yield [texts[at] ?? '', texts[at + 1] ?? ''];
}
