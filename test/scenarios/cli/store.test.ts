import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createMockSupplier, readStart } from '#mock-server';
import { openSqlite } from '#mock-server/node/sqlite';
import { createFolder } from '../../folder.ts';
import { createHotelClient } from '../../mock-server/hotel-client.ts';
import { runCommand } from './run-command.ts';

const { path: root, newFolder } = createFolder();

/** Creates a store with two sandboxes and one booking. Returns its folder, its address and the id of the booking. */
async function createStore() {
  const folder = newFolder();
  const supplier = createMockSupplier({ store: await readStart(await openSqlite(folder)) });
  supplier.sandboxes.create({ id: 'team-a' });
  const { BookingId } = await createHotelClient(supplier.fetch).book();
  await supplier.closeStore();
  return { folder, address: `sqlite:${folder}`, id: BookingId };
}

const store = (...args: string[]) => runCommand(['store', ...args]);

/** Runs SQL in the file of a store. */
function change(folder: string, sql: string): void {
  const file = new DatabaseSync(join(folder, 'understudy.db'));
  file.exec(sql);
  file.close();
}

describe('understudy store', () => {
  it('checks a store, and names each damaged sandbox', async () => {
    const { folder, address } = await createStore();
    const sound = { status: 0, stdout: `${address}: 2 sandboxes, 0 problems\n`, stderr: '' };
    expect(store('check', address)).toEqual(sound);
    change(folder, "UPDATE rows SET value = '{' WHERE key LIKE 'booking %'");
    expect(store('check', address)).toEqual({
      status: 1,
      stdout: `${address}: 2 sandboxes, 1 problems\n`,
      stderr: expect.stringMatching(/^sandbox "default": row "booking \d+": Expected property name/),
    });
  });

  it('names the sandbox, the row and the field if a row lacks fields', async () => {
    const { folder, address } = await createStore();
    change(folder, "UPDATE rows SET value = '{}' WHERE sandbox = 1 AND key = 'head faults'");
    const problem = 'row "head faults": field "faults": missing: expected a list';
    const checked = store('check', address);
    expect(checked).toMatchObject({ status: 1, stderr: `sandbox "default": ${problem}\n` });
    const fix = 'run "understudy store check", and restore a copy of the store or delete the sandbox';
    const stderr = `understudy: sandbox "default" in ${address} cannot be read: ${problem}; ${fix}\n`;
    expect(store('export', address, `${folder}.jsonl`)).toEqual({ status: 1, stdout: '', stderr });
  });

  it('exports each sandbox as one line of JSON, without personal data', async () => {
    const { folder, address, id } = await createStore();
    const file = `${folder}.jsonl`;
    expect(store('export', address, file)).toMatchObject({ status: 0, stdout: `${file}: 2 sandboxes\n` });
    const states = readFileSync(file, 'utf8').trim().split('\n');
    expect(states.map(state => JSON.parse(state).identity.id)).toEqual(['default', 'team-a']);
    expect(JSON.parse(states[0] ?? '').state.store.bookings).toMatchObject([{ id }]);
  });

  /** Creates a store beside the file of an earlier export. */
  async function createExported() {
    const created = await createStore();
    const name = join(created.folder, 'sandboxes.jsonl');
    writeFileSync(name, 'the earlier export');
    return { ...created, name };
  }

  it('leaves the file of an earlier export if a sandbox cannot be exported, and releases the store', async () => {
    const { folder, address, name } = await createExported();
    change(folder, "UPDATE rows SET value = '{' WHERE sandbox = 2 AND key LIKE 'head %'");
    const stderr = expect.stringContaining('understudy: sandbox "team-a"');
    expect(store('export', address, name)).toEqual({ status: 1, stdout: '', stderr });
    expect(readFileSync(name, 'utf8')).toBe('the earlier export');
    expect(readdirSync(folder).filter(file => file.startsWith('sandboxes'))).toEqual(['sandboxes.jsonl']);
    await (await openSqlite(folder)).close();
    const missing = join(folder, 'no', 'sandboxes.jsonl');
    expect(store('export', address, missing).stderr).toContain(
      `store export ${missing}: there is no folder ${join(folder, 'no')}; create it with: mkdir -p`,
    );
  });

  it('leaves the file of an earlier export if the new one cannot be written whole', async () => {
    const { address, name } = await createExported();
    mkdirSync(`${name}.part`); // where the new file is written at first
    const stderr = expect.stringContaining(`cannot write ${name}: EISDIR`);
    expect(store('export', address, name)).toMatchObject({ status: 1, stderr });
    expect(readFileSync(name, 'utf8')).toBe('the earlier export');
  });

  it('copies a store to an empty store only', async () => {
    const { address, id } = await createStore();
    const target = newFolder();
    const migrate = () => store('migrate', address, `sqlite:${target}`);
    expect(migrate()).toMatchObject({ status: 0, stdout: `sqlite:${target}: 2 sandboxes\n` });
    const supplier = createMockSupplier({ store: await readStart(await openSqlite(target)) });
    expect((await createHotelClient(supplier.fetch).detail(id)).Booking?.BookingId).toBe(id);
    await supplier.closeStore();
    const refused = `sqlite:${target} already has sandboxes, such as "default"; choose another store`;
    expect(migrate()).toMatchObject({ status: 1, stderr: expect.stringContaining(refused) });
  });

  it('refuses a store that does not exist, is in use, or has a newer format', async () => {
    const missing = join(root, 'missing');
    const check = (folder: string) => {
      const { status, stderr } = store('check', `sqlite:${folder}`);
      return `${status} ${stderr}`;
    };
    expect(check(missing)).toContain(`1 understudy: sqlite:${missing} does not exist; check the folder`);
    expect(existsSync(missing)).toBe(false);
    const { folder } = await createStore();
    const other = await openSqlite(folder);
    expect(check(folder)).toContain(`1 understudy: another process uses sqlite:${folder}; stop that process`);
    await other.close();
    change(folder, 'PRAGMA user_version = 9');
    expect(check(folder)).toContain('has format 9, but this version reads format 4; install a newer version');
  });
});

describe('understudy store with wrong arguments', () => {
  const text = join(root, 'text');
  writeFileSync(text, 'this is no folder');

  it.each(
    Object.entries({
      'check data':
        'store "data": expected sqlite:<folder> or redis://<host>:<port>; did you mean "sqlite:data"?',
      [`check sqlite:${text}`]: `sqlite:${text} is a file; give the folder of the store`,
      [`check sqlite:${root}`]: `sqlite:${root} contains no store, because it has no file understudy.db; check the folder`,
      'migrate sqlite:a redis:b': 'store "redis:b": expected sqlite:<folder> or redis://<host>:<port>',
    }),
  )('explains the arguments %s', (args, message) => {
    const { status, stdout, stderr } = runCommand(`store ${args}`);
    expect([status, stdout]).toEqual([expect.toBeOneOf([1, 64]), '']);
    expect(stderr).toContain(message);
  });

  it('names the right folder for the address of the file itself', async () => {
    const { address } = await createStore();
    const { stderr } = store('check', `${address}/understudy.db`);
    expect(stderr).toContain(`give the folder of the store, such as ${address}\n`);
  });

  it.each([
    ['sqlite:data', 'sqlite:data/.'],
    ['redis://127.0.0.1:1', 'redis://:password@127.0.0.1:1/0'],
  ])('says that %s and %s are the same store, before it opens the source', (from, to) => {
    const same = `"${from}" and "${to.replace(':password', '***')}" are the same store`;
    const stderr = `understudy: store migrate: ${same}; name another store to create\n`;
    expect(store('migrate', from, to)).toMatchObject({ status: 64, stderr });
  });

  it('says why a file cannot be written, and why a folder cannot be created', async () => {
    const { address } = await createStore();
    const inFile = join(text, 'sandboxes.jsonl');
    const problems = {
      [`export ${address} ${inFile}`]: `store export ${inFile}: ${text} is a file and not a folder; give another file`,
      [`export ${address} /dev/full`]: 'cannot write /dev/full: ENOSPC',
      [`migrate ${address} sqlite:/proc/store`]:
        'sqlite:/proc/store cannot be created; check that its place exists and can be written',
    };
    for (const [args, problem] of Object.entries(problems))
      expect(runCommand(`store ${args}`).stderr).toContain(problem);
  });
});

describe('understudy serve --store', () => {
  it('does not start with a store in use or with a damaged default sandbox', async () => {
    const { folder, address } = await createStore();
    const serve = () => runCommand(['serve', '--port', '0', '--store', address]);
    const other = await openSqlite(folder);
    const stderr = `understudy: another process uses ${address}; stop that process, or choose another folder\n`;
    expect(serve()).toMatchObject({ status: 1, stdout: '', stderr });
    await other.close();
    change(folder, "UPDATE rows SET value = '{' WHERE key = 'head clock'");
    const damaged = serve();
    expect(damaged.status).toBe(1);
    expect(damaged.stderr).toContain(
      `understudy: sandbox "default" in ${address} cannot be read: row "head clock": Expected`,
    );
    expect(damaged.stderr).toContain('run "understudy store check"');
  });

  it('shows no password of a wrong address', () => {
    const address = 'redis://:se/cr#et@host:1';
    const stderr = expect.stringContaining('--store "redis://***@host:1": expected memory');
    expect(runCommand(`serve --store ${address}`)).toMatchObject({ status: 64, stderr });
    const check = runCommand(`store check ${address}`);
    expect(check.status).not.toBe(0);
    expect(check.stderr).not.toMatch(/se\/cr/);
  });
});
