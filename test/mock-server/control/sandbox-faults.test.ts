import { describe, expect, it } from 'vitest';
import type { SandboxView } from '#contracts/control';
import { createHotelClient, startSupplier, testCriteria } from '../hotel-client.ts';

const clock = { mode: 'manual', start: '2026-11-20T10:00:00Z' };

function start() {
  const { fetch, control } = startSupplier();
  const search = async (sandbox: SandboxView) =>
    (await createHotelClient(fetch, sandbox).call('hotel.search', { Criteria: testCriteria })).status;
  return {
    control,
    search,
    make: async (body: object) => (await control.ask('createSandbox', { body: { clock, ...body } })).body,
    countsOf: async ({ id }: SandboxView) =>
      (await control.ask('listFaults', { id })).body.map(({ seen, fired }) => `${seen}/${fired}`).join(),
  };
}

describe('a sandbox made with faults', () => {
  it('has them armed, says how many, and counts for itself', async () => {
    const { make, search, countsOf } = start();
    const fault = { match: { operations: ['hotel.*'], nth: 2 }, effect: { kind: 'status', status: 503 } };
    const [made, other] = [await make({ faults: ['car.*:cut', fault] }), await make({ faults: [fault] })];
    expect([made.faults, other.faults]).toEqual([2, 1]);
    expect([await search(made), await search(made), await search(other)]).toEqual([200, 503, 200]);
    expect([await countsOf(made), await countsOf(other)]).toEqual(['0/0,2/1', '1/0']);
  });

  it.each(['createSandbox', 'putSandbox'] as const)('is not made by %s when one is wrong', async endpoint => {
    const { control } = start();
    for (const [faults, brief] of [
      [['cut', { effect: { kind: 'hang', fro: 1 } }], '400 faults[1].effect.fro'],
      [['hotel.serch:cut'], '400 faults[0].match.operations[0]'],
      [['cut', 'hotel.search:hang'], '409 faults[1].effect'],
      ['cut', '400 faults'],
    ]) {
      const body = { ...(endpoint === 'createSandbox' && { id: 'w' }), faults };
      expect(await control.brief(endpoint, { id: 'w', body })).toBe(brief);
    }
    expect((await control.ask('listSandboxes')).body.map(({ id }) => id)).toEqual(['default']);
  });

  it('is found by PUT when the faults mean the same, however they are written', async () => {
    const { control } = start();
    const put = async (...faults: unknown[]) =>
      (await control.send('putSandbox', { id: 'w', body: { faults } })).status;
    const [effect, match] = [{ kind: 'cut' }, { times: 1, operations: ['car.*'] }];
    expect(await put('car.*:cut,times=1')).toBe(201);
    expect(await put({ effect, match })).toBe(200);
    await control.ask('disarmFaults', { id: 'w' });
    const again = [await put({ match, effect }), await put('car.*:cut,times=2'), await put('car.*:cutt')];
    expect(again).toEqual([200, 409, 400]);
    expect((await control.ask('putSandbox', { id: 'w' })).status).toBe(200);
  });
});

describe('the faults of a sandbox', () => {
  it('are those of its start again after a reset, counted from zero', async () => {
    const { control, make, search, countsOf } = start();
    const made = await make({ faults: ['hotel.search:status=503,times=1'] });
    expect([await search(made), await search(made)]).toEqual([503, 200]);
    await control.ask('armFaults', { ...made, body: '"hotel.doBooking:cut"' });
    const { body: fresh } = await control.ask('resetSandbox', made);
    expect(fresh).toEqual({ ...made, createdAt: fresh.createdAt });
    expect(await countsOf(made)).toBe('0/0');
    await control.ask('disarmFaults', made);
    await control.ask('resetSandbox', made);
    expect(await search(made)).toBe(503);
  });

  it('go on in a fork as they were at the snapshot, which decides them', async () => {
    const { control, make, search, countsOf } = start();
    const made = await make({ faults: ['hotel.search:status=503,nth=3'] });
    expect([await search(made), await search(made)]).toEqual([200, 200]);
    const { body: snapshot } = await control.ask('takeSnapshot', made);
    expect(await search(made)).toBe(503);
    const { body: fork } = await control.ask('createSandbox', { body: { from: snapshot.id } });
    expect(await countsOf(fork)).toBe('2/0');
    expect([await search(fork), await search(fork)]).toEqual([503, 200]);
    await control.ask('disarmFaults', fork);
    expect(await countsOf(made)).toBe('3/1');
    const body = { from: snapshot.id, faults: ['cut'] };
    expect(await control.brief('createSandbox', { body })).toBe('400 faults');
  });

  it('are exported with their counters, and continue where they are imported', async () => {
    const { control, make, search } = start();
    const faults = ['hotel.search:credential,nth=2', 'hotel.doBooking:cut,id=lost'];
    const made = await make({ id: 'origin', faults });
    expect([await search(made), await search(made)]).toEqual([200, 401]);
    const file = await (await control.send('exportSandbox', made)).text();
    const other = start();
    const { body: imported } = await other.control.ask('importSandbox', { body: file });
    expect(await (await other.control.send('exportSandbox', imported)).text()).toBe(file);
    expect(await other.search(imported)).toBe(401);
    await other.control.ask('disarmFault', { ...imported, faultId: 'fault-1' });
    expect(await other.search(imported)).toBe(200);
    const { body: armed } = await other.control.ask('armFaults', { ...imported, body: '"car.*:cut"' });
    expect(armed).toMatchObject({ id: 'fault-3' });
  });

  it.each([
    [['car.*:cut', 'cutt'], 400, 'start.faults[1].effect.kind'],
    [['cut', 'hotel.search:hang'], 409, 'start.faults[1].effect'],
    [[{ effect: { kind: 'hang', fro: 1 } }], 400, 'start.faults[0].effect.fro'],
  ])('are refused in a file with %j, which changes nothing', async (faults, code, field) => {
    const { control } = start();
    const file = await (await control.send('exportSandbox')).json();
    const body = { ...file, start: { ...file.start, faults } };
    expect(await control.brief('importSandbox', { body, query: '?id=x' })).toBe(`${code} ${field}`);
    expect((await control.ask('listSandboxes')).body.map(({ id }) => id)).toEqual(['default']);
  });
});
