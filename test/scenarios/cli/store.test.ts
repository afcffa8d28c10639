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

/** Creates a store with two sandboxes and one booking. Returns its folder and the id of the booking. */
async function createStore(): Promise<{ folder: string; id: string }> {
  const folder = newFolder();
  const supplier = createMockSupplier({ store: await readStart(await openSqlite(folder)) });
  supplier.sandboxes.create({ id: 'team-a' });
  const { BookingId } = await createHotelClient(supplier.fetch).book();
  await supplier.closeStore();
  return { folder, id: BookingId };
}

/** Runs SQL in the file of a store. */
function change(folder: string, sql: string): void {
  const file = new DatabaseSync(join(folder, 'understudy.db'));
  file.exec(sql);
  file.close();
}

describe('understudy store', () => {
  it('checks a store, and names each damaged sandbox', async () => {
    const { folder } = await createStore();
    const check = () => runCommand(['store', 'check', `sqlite:${folder}`]);
    expect(check()).toEqual({ status: 0, stdout: `sqlite:${folder}: 2 sandboxes, 0 problems\n`, stderr: '' });
    change(folder, "UPDATE rows SET value = '{' WHERE key LIKE 'booking %'");
    expect(check()).toEqual({
      status: 1,
      stdout: `sqlite:${folder}: 2 sandboxes, 1 problems\n`,
      stderr: expect.stringMatching(/^sandbox "default": row "booking \d+": Expected property name/),
    });
  });

  it('names the sandbox, the row and the field if a row lacks fields', async () => {
    const { folder } = await createStore();
    change(folder, "UPDATE rows SET value = '{}' WHERE sandbox = 1 AND key = 'head faults'");
    const problem = 'row "head faults": field "faults": missing: expected a list';
    expect(runCommand(['store', 'check', `sqlite:${folder}`])).toMatchObject({
      status: 1,
      stderr: `sandbox "default": ${problem}\n`,
    });
    const fix = 'run "understudy store check", and restore a copy of the store or delete the sandbox';
    expect(runCommand(['store', 'export', `sqlite:${folder}`, `${folder}.jsonl`])).toEqual({
      status: 1,
      stdout: '',
      stderr: `understudy: sandbox "default" in sqlite:${folder} cannot be read: ${problem}; ${fix}\n`,
    });
  });

  it('exports each sandbox as one line of JSON, without personal data', async () => {
    const { folder, id } = await createStore();
    const file = `${folder}.jsonl`;
    const { status, stdout } = runCommand(['store', 'export', `sqlite:${folder}`, file]);
    expect([status, stdout]).toEqual([0, `${file}: 2 sandboxes\n`]);
    const states = readFileSync(file, 'utf8').trim().split('\n');
    expect(states.map(state => JSON.parse(state).identity.id)).toEqual(['default', 'team-a']);
    expect(JSON.parse(states[0] ?? '').state.store.bookings).toMatchObject([{ id }]);
  });

  it('leaves the file of an earlier export if a sandbox cannot be exported, and releases the store', async () => {
    const { folder } = await createStore();
    const name = join(folder, 'sandboxes.jsonl');
    writeFileSync(name, 'the earlier export');
    change(folder, "UPDATE rows SET value = '{' WHERE sandbox = 2 AND key LIKE 'head %'");
    const { status, stdout, stderr } = runCommand(['store', 'export', `sqlite:${folder}`, name]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('understudy: sandbox "team-a"');
    expect(readFileSync(name, 'utf8')).toBe('the earlier export');
    expect(readdirSync(folder).filter(file => file.startsWith('sandboxes'))).toEqual(['sandboxes.jsonl']);
    await (await openSqlite(folder)).close();
    const missing = join(folder, 'no', 'sandboxes.jsonl');
    expect(runCommand(['store', 'export', `sqlite:${folder}`, missing]).stderr).toContain(
      `store export ${missing}: there is no folder ${join(folder, 'no')}; create it with: mkdir -p`,
    );
  });

  it('leaves the file of an earlier export if the new one cannot be written whole', async () => {
    const { folder } = await createStore();
    const name = join(folder, 'sandboxes.jsonl');
    writeFileSync(name, 'the earlier export');
    mkdirSync(`${name}.part`); // where the new file is written at first
    const { status, stderr } = runCommand(['store', 'export', `sqlite:${folder}`, name]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`cannot write ${name}: EISDIR`)]);
    expect(readFileSync(name, 'utf8')).toBe('the earlier export');
  });

  it('copies a store to an empty store only', async () => {
    const { folder, id } = await createStore();
    const target = newFolder();
    const migrate = () => runCommand(['store', 'migrate', `sqlite:${folder}`, `sqlite:${target}`]);
    expect(migrate()).toMatchObject({ status: 0, stdout: `sqlite:${target}: 2 sandboxes\n` });
    const supplier = createMockSupplier({ store: await readStart(await openSqlite(target)) });
    expect((await createHotelClient(supplier.fetch).detail(id)).Booking?.BookingId).toBe(id);
    await supplier.closeStore();
    const { status, stderr } = migrate();
    expect(status).toBe(1);
    expect(stderr).toContain(
      `sqlite:${target} already has sandboxes, such as "default"; choose another store`,
    );
  });

  it('refuses a store that does not exist, is in use, or has a newer format', async () => {
    const missing = join(root, 'missing');
    const check = (folder: string) => {
      const { status, stderr } = runCommand(['store', 'check', `sqlite:${folder}`]);
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
    const { folder } = await createStore();
    const { stderr } = runCommand(['store', 'check', `sqlite:${join(folder, 'understudy.db')}`]);
    expect(stderr).toContain(`give the folder of the store, such as sqlite:${folder}\n`);
  });

  it('says that source and target are the same store, before it opens the source', () => {
    const pairs = [
      ['sqlite:data', 'sqlite:data/.'],
      ['redis://127.0.0.1:1', 'redis://:password@127.0.0.1:1/0'],
    ];
    for (const [from = '', to = ''] of pairs) {
      const { status, stderr } = runCommand(['store', 'migrate', from, to]);
      const shown = to.replace(':password', '***');
      expect([status, stderr]).toEqual([
        64,
        `understudy: store migrate: "${from}" and "${shown}" are the same store; name another store to create\n`,
      ]);
    }
  });

  it('says why a file cannot be written, and why a folder cannot be created', async () => {
    const store = `sqlite:${(await createStore()).folder}`;
    const inFile = join(text, 'sandboxes.jsonl');
    const problems = {
      [`export ${store} ${inFile}`]: `store export ${inFile}: ${text} is a file and not a folder; give another file`,
      [`export ${store} /dev/full`]: 'cannot write /dev/full: ENOSPC',
      [`migrate ${store} sqlite:/proc/store`]:
        'sqlite:/proc/store cannot be created; check that its place exists and can be written',
    };
    for (const [args, problem] of Object.entries(problems))
      expect(runCommand(`store ${args}`).stderr).toContain(problem);
  });
});

describe('understudy serve --store', () => {
  it('does not start with a store in use or with a damaged default sandbox', async () => {
    const { folder } = await createStore();
    const serve = () => runCommand(['serve', '--port', '0', '--store', `sqlite:${folder}`]);
    const other = await openSqlite(folder);
    expect(serve()).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `understudy: another process uses sqlite:${folder}; stop that process, or choose another folder\n`,
    });
    await other.close();
    change(folder, "UPDATE rows SET value = '{' WHERE key = 'head clock'");
    const { status, stderr } = serve();
    expect(status).toBe(1);
    expect(stderr).toContain(
      `understudy: sandbox "default" in sqlite:${folder} cannot be read: row "head clock": Expected`,
    );
    expect(stderr).toContain('run "understudy store check"');
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
