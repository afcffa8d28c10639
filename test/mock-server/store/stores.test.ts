import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { checkStore, readOnly } from '#mock-server';
import { openStore } from '#mock-server/node';
import { openSqlite } from '#mock-server/node/sqlite';
import { createFolder } from '../../folder.ts';
import { describeDurableStore } from './durable-store-suite.ts';
import { createMemoryStore } from './memory-store.ts';

const { newFolder } = createFolder();

describeDurableStore('memory', async () => createMemoryStore());
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

describe('openStore', () => {
  it('opens no store for memory, and names the forms of an address', async () => {
    expect(await openStore('memory')).toBeUndefined();
    const message = 'unknown store "postgres:x"; use memory, sqlite:<folder> or redis://<host>:<port>';
    await expect(openStore('postgres:x')).rejects.toThrow(message);
  });
});

describe('readOnly', () => {
  it('reads a store of a program whose methods are those of a class', async () => {
    const store: ReturnType<typeof createMemoryStore> = Object.create(createMemoryStore());
    await store.commit('a', 0, { replaces: true, puts: [], drops: [], calls: [], dropCalls: [] });
    expect(await readOnly(store).version('a')).toBe(1);
    expect(await checkStore(readOnly(store))).toMatchObject({ sandboxes: 1 });
  });
});
