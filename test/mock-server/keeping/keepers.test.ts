import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '#mock-server/node';
import { openSqlite } from '#mock-server/node/open-sqlite';
import { describeKeeper } from '../../suites/keeper-suite.ts';
import { createMemoryKeeper } from './memory-keeper.ts';

const root = mkdtempSync(join(tmpdir(), 'understudy-keeper-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
function newFolder(): string {
  folders += 1;
  return join(root, String(folders));
}

describeKeeper('memory', async () => createMemoryKeeper());
describeKeeper('SQLite', () => openSqlite(newFolder()));

describe('openSqlite', () => {
  it('says whether changes of a sandbox can be missing after a process ended without closing the store', async () => {
    const folder = newFolder();
    const write = (id: string) => [{ id, how: 'replace', puts: [], drops: [] } as const];
    const first = await openSqlite(folder);
    await first.write([...write('a'), ...write('b')]);
    await first.close(true);
    const second = await openSqlite(folder);
    expect(await second.load('a')).toEqual({ rows: [], isComplete: true });
    await second.close(false);
    const third = await openSqlite(folder);
    expect(await third.load('a')).toEqual({ rows: [], isComplete: false });
    await third.write([{ id: 'a', how: 'update', puts: [], drops: [] }]);
    await third.close(true);
    const fourth = await openSqlite(folder);
    expect(await fourth.load('a')).toEqual({ rows: [], isComplete: true });
    expect(await fourth.load('b')).toEqual({ rows: [], isComplete: false }); // no process has loaded it since the crash
    await fourth.close(true);
  });

  it('refuses a folder that another connection uses', async () => {
    const folder = newFolder();
    const first = await openSqlite(folder);
    await expect(openSqlite(folder)).rejects.toThrow(
      `another process uses sqlite:${folder}; stop that process, or choose another folder`,
    );
    await first.close(true);
    await (await openSqlite(folder)).close(true);
  });

  it.each([
    [9, 'has format 9, but this version reads format 1; install a newer version of this package'],
    [0, 'has format 0, but this version reads format 1; choose another folder'],
  ])('refuses a file of format %i', async (version, message) => {
    const folder = newFolder();
    await (await openSqlite(folder)).close(true);
    const file = new DatabaseSync(join(folder, 'understudy.db'));
    file.exec(`PRAGMA user_version = ${version}`);
    file.close();
    await expect(openSqlite(folder)).rejects.toThrow(message);
  });

  it('opens a file of an earlier version, which has no column for the expiry and no table for the journal', async () => {
    const folder = newFolder();
    const first = await openSqlite(folder);
    await first.write([{ id: 'kept', how: 'replace', puts: [], drops: [] }]);
    await first.close(true);
    const file = new DatabaseSync(join(folder, 'understudy.db'));
    file.exec(
      'DROP INDEX sandboxes_by_expiry; ALTER TABLE sandboxes DROP COLUMN expires_at; DROP TABLE exchanges',
    );
    file.close();
    const second = await openSqlite(folder);
    expect(await second.list('', 10)).toEqual(['kept']);
    await second.close(true);
  });

  it('refuses a database of another program', async () => {
    const folder = newFolder();
    mkdirSync(folder);
    const file = new DatabaseSync(join(folder, 'understudy.db'));
    file.exec('CREATE TABLE other (a)');
    file.close();
    await expect(openSqlite(folder)).rejects.toThrow('contains a database of another program');
  });

  it('refuses a file that is no database, and a folder that cannot be created', async () => {
    const folder = newFolder();
    mkdirSync(folder);
    const file = join(folder, 'understudy.db');
    writeFileSync(file, 'this is no database, but a text that is long enough'.repeat(100));
    await expect(openSqlite(folder)).rejects.toThrow(/is damaged \(file is not a database\)/);
    await expect(openSqlite(join(file, 'below'))).rejects.toMatchObject({
      name: 'StoreError',
      code: 'unavailable',
      message: expect.stringContaining('cannot be created; check that its place exists and can be written'),
    });
  });
});

describe('openStore', () => {
  it('needs no keeper for memory, and names the forms of an address', async () => {
    expect(await openStore('memory')).toBeUndefined();
    await expect(openStore('postgres:x')).rejects.toThrow(
      'unknown store "postgres:x"; use memory, sqlite:<folder> or redis://<host>:<port>',
    );
  });
});
