import type { JournalChange, JournalPage, JournalRow } from '../../keeping/index.ts';
import type { Reply } from './connection.ts';
import { prefix } from './scripts.ts';

/** Returns a change of a journal as arguments of the script that writes a batch. */
export const journalArguments = ({ list, dropTo, rows }: JournalChange): string[] => [
  list,
  dropTo === undefined ? '' : String(dropTo),
  String(rows.length),
  ...rows.flatMap(({ from, to, value }) => [String(from), `${from} ${to} ${value}`]),
];

/**
 * Reads a page of the journal of a sandbox.
 *
 * @param ask runs a command
 */
export async function readJournal(
  ask: (command: readonly string[]) => Promise<Reply>,
  id: string,
  { list, after, limit }: JournalPage,
): Promise<JournalRow[]> {
  const key = `${prefix}journal:${list}:${id}`;
  const found = await ask(['ZRANGEBYSCORE', key, `(${after}`, '+inf', 'LIMIT', '0', String(limit)]);
  const texts = found as string[]; // the command returns texts
  return texts.map(text => {
    const middle = text.indexOf(' ');
    const end = text.indexOf(' ', middle + 1);
    return {
      from: Number(text.slice(0, middle)),
      to: Number(text.slice(middle + 1, end)),
      value: text.slice(end + 1),
    };
  });
}
