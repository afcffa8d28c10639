import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createMockSupplier, readStart } from '#mock-server';
import { describeSqliteError, findFile, openSqlite } from '#mock-server/node/sqlite';
import { createFolder } from '../../folder.ts';
import { createControlClient } from '../control/control-client.ts';
import { createHotelClient } from '../hotel-client.ts';
import { bookAround } from './book-around.ts';

const { path: root, newFolder } = createFolder();

describe('a supplier whose SQLite store fails', () => {
  it('is not ready and refuses changes while the folder is gone, and continues when the folder is back', async () => {
    const folder = newFolder();
    const supplier = createMockSupplier({ store: await readStart(await openSqlite(folder)) });
    const [first = '', second = ''] = await bookAround(createHotelClient(supplier.fetch), {
      fail: () => renameSync(folder, `${folder}-moved`),
      mend: () => renameSync(`${folder}-moved`, folder),
      message: `sqlite:${folder} was removed or replaced while the server was running`,
      isReady: async () => (await supplier.fetch('http://supplier.test/_control/health/ready')).status,
    });
    await supplier.closeStore();
    const again = createMockSupplier({ store: await readStart(await openSqlite(folder)) });
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
    const first = createMockSupplier({ store: await readStart(await openSqlite(folder)) });
    for (const id of ['broken', 'whole']) first.sandboxes.create({ id });
    await first.closeStore();
    const file = new DatabaseSync(join(folder, 'understudy.db'));
    const broken = "sandbox = (SELECT number FROM sandboxes WHERE id = 'broken')";
    file.exec(`UPDATE rows SET value = '{' WHERE key = 'head clock' AND ${broken}`);
    file.close();
    const start = async () => createMockSupplier({ store: await readStart(await openSqlite(folder)) });
    const supplier = await start();
    const control = createControlClient(supplier.fetch);
    const listed = async () => (await control.ask('listSandboxes')).body.map(({ id }) => id);
    expect(await listed()).toEqual(['default', 'whole']);
    expect((await control.send('getSandbox', { id: 'broken' })).status).toBe(500);
    expect((await control.send('deleteSandbox', { id: 'broken' })).status).toBe(204);
    expect((await control.send('deleteSandbox', { id: 'broken' })).status).toBe(404);
    await supplier.closeStore();
    const again = await start();
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
