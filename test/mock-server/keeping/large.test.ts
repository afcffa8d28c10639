import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import type { Row, SandboxKeeper } from '#mock-server';
import { openSqlite } from '#mock-server/node/open-sqlite';
import { SqliteDatabase } from '#mock-server/node/sqlite/database';

const root = mkdtempSync(join(tmpdir(), 'understudy-large-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, position) => ({
    kind: 'due',
    key: `${position}`,
    position,
    value: '{}',
  }));

/** Returns the number of rows in a file, after the store has deleted the rows that it does not need. */
async function closeAndCount(folder: string, keeper: SandboxKeeper): Promise<unknown> {
  for (let turn = 0; turn < 20; turn += 1) await keeper.list('', 1); // the store deletes some rows between two calls
  await keeper.close(true);
  return countIn(folder, 'rows');
}

/** Returns the number of rows in a table of a closed file. */
function countIn(folder: string, table: 'rows' | 'exchanges'): unknown {
  const file = new DatabaseSync(join(folder, 'understudy.db'));
  const found = file.prepare(`SELECT count(*) AS count FROM ${table}`).get();
  file.close();
  return found?.count;
}

it('a large new sandbox does not delay the changes of other sandboxes', async () => {
  const keeper = await openSqlite(join(root, 'delay'));
  const order: string[] = [];
  const large = keeper
    .write([{ id: 'large', how: 'replace', puts: rowsOf(5_000), drops: [] }])
    .then(() => order.push('large'));
  await keeper.write([{ id: 'small', how: 'replace', puts: [], drops: [] }]);
  order.push('small');
  expect(await keeper.list('', 10)).toEqual(['small']);
  await large;
  expect(order).toEqual(['small', 'large']);
  expect(await keeper.list('', 10)).toEqual(['large', 'small']);
  expect((await keeper.load('large'))?.rows).toHaveLength(5_000);
  await keeper.close(true);
});

it('the rows of a removed large sandbox are deleted in parts, and another sandbox can have its id', async () => {
  const folder = join(root, 'remove');
  const keeper = await openSqlite(folder);
  await keeper.write([{ id: 'a', how: 'replace', puts: rowsOf(2_000), drops: [] }]);
  await keeper.write([{ id: 'a', how: 'remove', puts: [], drops: [] }]);
  expect(await keeper.load('a')).toBeUndefined();
  await keeper.write([{ id: 'a', how: 'replace', puts: rowsOf(1), drops: [] }]);
  expect((await keeper.load('a'))?.rows).toHaveLength(1);
  expect(await closeAndCount(folder, keeper)).toBe(1);
});

it('the recorded calls of a removed sandbox are deleted in parts, so that other changes do not wait for all of them', () => {
  const folder = join(root, 'calls');
  const database = new SqliteDatabase({ folder, where: `sqlite:${folder}`, mustExist: false });
  const rows = Array.from({ length: 40 }, (_, from) => ({ from, to: from + 1, value: `${from + 1} {}` }));
  const journal = [{ list: 'calls' as const, rows }];
  database.write([{ id: 'a', how: 'replace', puts: rowsOf(3), drops: [], journal }]);
  database.write([{ id: 'a', how: 'remove', puts: [], drops: [] }]);
  expect(database.list('', 10)).toEqual([]);
  const purges = Array.from({ length: 5 }, () => database.purge());
  expect(purges).toEqual([true, true, true, false, false]); // 16, 16 and 8 rows
  database.close(true);
  expect([countIn(folder, 'exchanges'), countIn(folder, 'rows')]).toEqual([0, 0]);
});

it('a large new sandbox of a process that has ended is deleted at the next start', async () => {
  const folder = join(root, 'crash');
  const start = { folder, where: `sqlite:${folder}`, mustExist: false };
  const database = new SqliteDatabase(start);
  database.stage(database.begin(), rowsOf(600));
  expect(database.list('', 10)).toEqual([]);
  expect(() => database.stage(7, rowsOf(1))).toThrow('does not have the first rows of a large sandbox');
  database.close(false);
  expect(await closeAndCount(folder, await openSqlite(folder))).toBe(0);
});
