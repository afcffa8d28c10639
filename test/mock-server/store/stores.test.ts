import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { checkStore, createMockSupplier, readOnly, readStart } from '#mock-server';
import { openStore } from '#mock-server/node';
import { describeSqliteError, findFile, openSqlite } from '#mock-server/node/sqlite';
import { createFolder } from '../../folder.ts';
import { createControlClient } from '../control/control-client.ts';
import { createHotelClient } from '../hotel-client.ts';
import { bookAround } from './book-around.ts';
import { describeDurableStore } from './durable-store-suite.ts';
import { createTestStore, type TestStore } from './test-store.ts';

const { path: root, newFolder } = createFolder();
/** Starts a supplier with a SQLite store in a folder. */
const startIn = async (folder: string) =>
  createMockSupplier({ store: await readStart(await openSqlite(folder)) });

describeDurableStore('SQLite', () => openSqlite(newFolder()));

describe('openSqlite', () => {
  it('refuses a file of an older format', async () => {
    const folder = newFolder();
    await (await openSqlite(folder)).close();
    const file = new DatabaseSync(join(folder, 'understudy.db'));
    file.exec('PRAGMA user_version = 1');
    file.close();
    const message = 'has format 1, but this version reads format 4; choose another folder';
    await expect(openSqlite(folder)).rejects.toThrow(message);
  });

  it('refuses a database of another program', async () => {
    const folder = newFolder();
    const file = new DatabaseSync(join(folder, 'understudy.db'));
    file.exec('CREATE TABLE other (a)');
    file.close();
    await expect(openSqlite(folder)).rejects.toThrow('contains a database of another program');
  });

  it('refuses a file that is no database, and a folder that cannot be created', async () => {
    const folder = newFolder();
    const file = join(folder, 'understudy.db');
    writeFileSync(file, 'this is no database, but a text that is long enough'.repeat(100));
    await expect(openSqlite(folder)).rejects.toThrow(/is damaged \(file is not a database\)/);
    const message = expect.stringContaining(
      'cannot be created; check that its place exists and can be written',
    );
    const error = { name: 'StoreError', code: 'unavailable', message };
    await expect(openSqlite(join(file, 'below'))).rejects.toMatchObject(error);
  });
});

it('openStore opens no store for memory, and names the forms of an address', async () => {
  expect(await openStore('memory')).toBeUndefined();
  const message = 'unknown store "postgres:x"; use memory, sqlite:<folder> or redis://<host>:<port>';
  await expect(openStore('postgres:x')).rejects.toThrow(message);
});

it('readOnly reads a store of a program whose methods are those of a class', async () => {
  const store: TestStore = Object.create(await createTestStore());
  await store.commit('a', 0, { replaces: true, puts: [], drops: [], calls: [], dropCalls: [] });
  expect(await readOnly(store).version('a')).toBe(1);
  expect(await checkStore(readOnly(store))).toMatchObject({ sandboxes: 1 });
});

describe('a supplier whose SQLite store fails', () => {
  it('is not ready and refuses changes while the folder is gone, and continues when the folder is back', async () => {
    const folder = newFolder();
    const supplier = await startIn(folder);
    const [first = '', second = ''] = await bookAround(createHotelClient(supplier.fetch), {
      fail: () => renameSync(folder, `${folder}-moved`),
      mend: () => renameSync(`${folder}-moved`, folder),
      message: `sqlite:${folder} was removed or replaced while the server was running`,
      isReady: async () => (await supplier.fetch('http://supplier.test/_control/health/ready')).status,
    });
    await supplier.closeStore();
    const again = await startIn(folder);
    const client = createHotelClient(again.fetch);
    for (const id of [first, second]) expect((await client.detail(id)).Booking?.BookingId).toBe(id);
    await again.closeStore();
  });

  it('explains a full disk and a read-only file', () => {
    const full = new DatabaseSync(':memory:');
    full.exec('CREATE TABLE one (a); PRAGMA max_page_count = 3');
    const fill = () => full.exec(`INSERT INTO one VALUES ('${'x'.repeat(100_000)}')`);
    expect(explained(fill)).toEqual(['unavailable', 'sqlite:data: the disk is full; free some space']);
    const file = join(root, 'read-only.db');
    new DatabaseSync(file).close();
    const readOnly = new DatabaseSync(file, { readOnly: true });
    const readOnlyFile = 'sqlite:data cannot be written, because it is read-only or was replaced';
    const write = () => readOnly.exec('CREATE TABLE one (a)');
    expect(explained(write)).toEqual(['unavailable', readOnlyFile]);
    readOnly.close();
  });

  it('says which folder or file of the store is read-only', async () => {
    const folder = newFolder();
    await (await openSqlite(folder)).close();
    const find = (readOnly: string) => () =>
      findFile({ folder, where: 'sqlite:data', mustExist: false }, path => {
        if (path === readOnly) throw new Error('EROFS: read-only file system');
      });
    const fix = 'allow the user of this process to write it, or copy the folder to another place';
    const file = join(folder, 'understudy.db');
    for (const path of [folder, file])
      expect(find(path)).toThrow(`sqlite:data cannot be written, because ${path} is read-only; ${fix}`);
    expect(find('another')()).toEqual({ file, isNew: false });
  });

  it('lists the other sandboxes when one cannot be read, and deletes this one', async () => {
    const folder = newFolder();
    const first = await startIn(folder);
    for (const id of ['broken', 'whole']) first.sandboxes.create({ id });
    await first.closeStore();
    const file = new DatabaseSync(join(folder, 'understudy.db'));
    const broken = "sandbox = (SELECT number FROM sandboxes WHERE id = 'broken')";
    file.exec(`UPDATE rows SET value = '{' WHERE key = 'head clock' AND ${broken}`);
    file.close();
    const supplier = await startIn(folder);
    const control = createControlClient(supplier.fetch);
    const listed = async () => (await control.ask('listSandboxes')).body.map(({ id }) => id);
    expect(await listed()).toEqual(['default', 'whole']);
    expect((await control.send('getSandbox', { id: 'broken' })).status).toBe(500);
    expect((await control.send('deleteSandbox', { id: 'broken' })).status).toBe(204);
    expect((await control.send('deleteSandbox', { id: 'broken' })).status).toBe(404);
    await supplier.closeStore();
    const again = await startIn(folder);
    expect(again.sandboxes.has('broken')).toBe(false);
    await again.closeStore();
  });

  it('names the sandbox of a damaged page, and still serves the others', async () => {
    const folder = newFolder();
    const first = await openSqlite(folder);
    const write = (id: string, value: string) => {
      const puts = [{ key: 'booking a', value }];
      return first.commit(id, 0, { replaces: true, puts, drops: [], calls: [], dropCalls: [] });
    };
    await write('a', 'a'.repeat(100_000));
    await write('b', 'b');
    await first.close();
    damage(join(folder, 'understudy.db'));
    const second = await openSqlite(folder);
    const message = expect.stringContaining('restore a copy, or choose another folder');
    await expect(second.load('a')).rejects.toMatchObject({ code: 'damaged', message });
    expect((await second.load('b'))?.rows).toHaveLength(1);
    expect((await second.check()).length).toBeGreaterThan(0);
    await second.close();
  });
});

function explained(work: () => void): string[] {
  try {
    work();
  } catch (error) {
    const { code, message } = describeSqliteError(error, 'sqlite:data');
    return [code, message];
  }
  return [];
}

function damage(file: string): void {
  const bytes = readFileSync(file);
  const page = 4_096;
  const at = Math.ceil(bytes.indexOf('a'.repeat(4_000)) / page) * page;
  bytes.fill(0xff, at + page, at + 2 * page);
  writeFileSync(file, bytes);
}
