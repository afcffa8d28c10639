import { chmodSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileLedger, LedgerError } from '#client/node';
import { abandon, claimed } from './ledger-suite.ts';
import { record } from './record.ts';
import { createStage, newFolder } from './stage.ts';

/** A ledger with one booking that no process holds, and the path of its record. */
async function withOne() {
  const dir = newFolder();
  const ledger = createFileLedger({ dir });
  await abandon(ledger, record('a'));
  const [id = ''] = readdirSync(dir);
  const folder = join(dir, id);
  return { dir, ledger, folder, path: join(folder, 'free.json') };
}

describe('the files of a ledger', () => {
  it('are one for each booking, whole and readable at any time', async () => {
    const { dir, ledger, folder } = await withOne();
    expect(readdirSync(folder)).toEqual(['free.json']);
    const claim = await claimed(ledger, 'a');
    await claim.save({ sentAt: 5 });
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^held~\d+~.*\.json$/)]);
    await claim.release();
    expect(readdirSync(folder)).toEqual(['free.json']);
    expect(readdirSync(dir)).toHaveLength(1);
  });

  it.each([
    ['empty', '', 'is not JSON: unexpected end at line 1, column 1'],
    ['half written', '{"key":"a","state":"PEN', 'is not JSON: unexpected end at line 1, column 24'],
    ['of another kind', '["a"]', 'is not a record'],
    ['nothing', 'null', 'is not a record'],
    ['without a state', JSON.stringify({ ...record('a'), state: undefined }), 'is not a record'],
    ['of an unknown state', JSON.stringify({ ...record('a'), state: 'LOST' }), 'is not a record'],
  ])('are named when one is %s, and nothing is booked by it', async (_, content, why) => {
    const { ledger, path } = await withOne();
    writeFileSync(path, content);
    const says = `ledger: ${path} ${why}; find out what was booked, then move the folder of this file away`;
    await expect(ledger.claim('a', () => record('a'))).rejects.toThrow(says);
    await expect(ledger.takeOver('a')).rejects.toThrow(says);
    await expect(ledger.abandoned()).rejects.toThrow(says);
    await expect(ledger.abandoned()).rejects.toBeInstanceOf(LedgerError);
    expect((await claimed(ledger, 'b')).record).toEqual(record('b'));
  });

  it('keep nothing else from being found when one is broken', async () => {
    const { dir, ledger, path } = await withOne();
    await abandon(ledger, record('b', { bookingId: '7' }));
    writeFileSync(path, 'no record');
    const broken: string[] = [];
    expect(await ledger.abandoned(error => broken.push(error.message))).toEqual(['b']);
    expect(broken).toEqual([expect.stringContaining(path)]);
    expect(await ledger.findBooking('7')).toMatchObject({ key: 'b' });
    await expect(ledger.findBooking('8')).rejects.toThrow(path); // it may be the broken one
    const { newClient } = createStage();
    expect(await newClient({ ledger: createFileLedger({ dir }) }).resume()).toMatchObject([
      { reference: '', outcome: { outcome: 'error', error: { name: 'LedgerError' } } },
      { reference: 'reference of b', outcome: { outcome: 'failed' } },
    ]);
  });

  it('are named when a booking has two', async () => {
    const { ledger, folder, path } = await withOne();
    writeFileSync(join(folder, 'copy.json'), JSON.stringify(record('a')));
    await expect(ledger.claim('a', () => record('a'))).rejects.toThrow(`${folder} has more than one record`);
    renameSync(path, join(folder, 'free.txt'));
  });

  it('do not mind an empty folder, but one with something else in it', async () => {
    const { ledger, folder, path } = await withOne();
    renameSync(path, join(folder, 'moved-away'));
    await expect(ledger.claim('a', () => record('a'))).rejects.toThrow(
      `${folder} could not be claimed: other processes claimed the record first`,
    );
    renameSync(join(folder, 'moved-away'), join(newFolder(), 'moved-away'));
    expect((await claimed(ledger, 'a')).record).toEqual(record('a'));
  });

  it('are tidied of what dead processes began to write, and of nothing that a living one writes', async () => {
    const { dir, ledger, folder } = await withOne();
    const dead = 'held~4194305~0~here~1.json';
    const alive = `held~${process.pid}~~${encodeURIComponent('another machine')}~1.json`;
    for (const name of [dead, alive]) {
      mkdirSync(join(dir, `${name}.draft`));
      writeFileSync(join(dir, `${name}.draft`, name), '{');
    }
    writeFileSync(join(folder, 'x.draft'), '{');
    const here = createFileLedger({ dir, machine: 'here' });
    expect(await here.abandoned()).toEqual(['a']);
    expect(readdirSync(dir).filter(name => name.endsWith('.draft'))).toEqual([`${alive}.draft`]);
    await claimed(ledger, 'a');
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('the holder of a record', () => {
  /** Makes a record whose file name says that a process holds it. */
  async function heldBy(name: string) {
    const { dir, folder, path } = await withOne();
    renameSync(path, join(folder, `${name}.json`));
    const { kind } = await createFileLedger({ dir, machine: 'here' }).claim('a', () => record('a'));
    return kind;
  }
  const noProcess = 4194305; // higher than the highest process id of Linux

  it.runIf(process.platform === 'linux')('counts as ended when a later process has its id', async () => {
    expect(await heldBy(`held~${process.pid}~00000000-1~here~1`)).toBe('claimed');
  });

  it.each([
    ['counts as ended when no process has its id', `held~${noProcess}~0~here~1`, 'claimed'],
    ['is kept when a later process may have its id', `held~${process.pid}~~here~1`, 'held'],
    ['counts as there on another machine', `held~${noProcess}~0~there~1`, 'held'],
  ])('%s', async (_, name, kind) => {
    expect(await heldBy(name)).toBe(kind);
  });

  it.each(['a~b', 'host.example', 'held~x', 'ä b/c', 'x.json'])(
    'may be of a machine called %s',
    async machine => {
      const dir = newFolder();
      await claimed(createFileLedger({ dir, machine }), 'a');
      const other = createFileLedger({ dir, machine: 'here' });
      expect(await other.claim('a', () => record('a'))).toMatchObject({ kind: 'held' });
      expect(await other.abandoned()).toEqual([]);
    },
  );
});

describe('a path that is not a folder', () => {
  it.each(['claim', 'abandoned'] as const)('is named when it is a file (%s)', async what => {
    const dir = join(newFolder(), 'file');
    writeFileSync(dir, '');
    const ledger = createFileLedger({ dir });
    const asked = what === 'claim' ? ledger.claim('a', () => record('a')) : ledger.abandoned();
    await expect(asked).rejects.toThrow(`ledger: ${dir} cannot be used (E`);
  });

  it.runIf(process.platform === 'linux')('is named when nothing can be written there', async () => {
    const own = newFolder();
    chmodSync(own, 0o555);
    // Even a user who may write everywhere cannot write there.
    const dir = process.getuid?.() === 0 ? '/sys' : own;
    const ledger = createFileLedger({ dir });
    await expect(ledger.claim('a', () => record('a'))).rejects.toThrow(`ledger: ${dir} cannot be used (E`);
    expect(await ledger.abandoned()).toEqual([]);
  });

  it('is made when it is not there', async () => {
    const dir = join(newFolder(), 'a', 'b');
    expect(await createFileLedger({ dir }).abandoned()).toEqual([]);
    expect((await claimed(createFileLedger({ dir: join(dir, 'c') }), 'a')).record).toEqual(record('a'));
  });

  it('that vanishes under a claim is an error for its holder', async () => {
    const { dir, ledger, folder } = await withOne();
    const claim = await claimed(ledger, 'a');
    renameSync(folder, join(newFolder(), 'gone'));
    await expect(claim.save({ sentAt: 5 })).rejects.toThrow(`ledger: ${dir} cannot be used (ENOENT`);
    expect(claim.record.sentAt).toBeUndefined();
  });
});
