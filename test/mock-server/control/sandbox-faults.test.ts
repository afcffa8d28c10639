import { describe, expect, it } from 'vitest';
import type { SandboxView } from '#contracts/control';
import { createMockSupplier } from '#mock-server';
import { createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';
import { createControlClient } from './control-client.ts';

const clock = { mode: 'manual', start: '2026-11-20T10:00:00Z' };

function start() {
  const { fetch } = createTestSupplier();
  const control = createControlClient(fetch);
  const search = async (sandbox: SandboxView) => {
    const { status } = await createHotelClient(fetch, sandbox).call('hotel.search', {
      Criteria: testCriteria,
    });
    return status;
  };
  return {
    fetch,
    control,
    search,
    make: async (body: object) => (await control.ask('createSandbox', { body: { clock, ...body } })).body,
    countsOf: async ({ id }: SandboxView) =>
      (await control.ask('listFaults', { id })).body.map(({ seen, fired }) => [seen, fired]),
  };
}

describe('a sandbox made with faults', () => {
  it('has them armed, and says how many', async () => {
    const { make, search } = start();
    const effect = { kind: 'status', status: 503 };
    const made = await make({
      faults: ['car.*:cut', { match: { operations: ['hotel.*'], nth: 2 }, effect }],
    });
    expect(made.faults).toBe(2);
    expect([await search(made), await search(made)]).toEqual([200, 503]);
  });

  it.each([
    ['POST', 'createSandbox'],
    ['PUT', 'putSandbox'],
  ] as const)('is not made by %s when one of them is wrong, which is named', async (_, endpoint) => {
    const { control } = start();
    const refused = async (faults: unknown) => {
      const body = { ...(endpoint === 'createSandbox' && { id: 'w' }), faults };
      const { status, fields } = await control.refused(endpoint, { id: 'w', body });
      return [status, ...fields];
    };
    expect(await refused(['cut', { effect: { kind: 'hang', fro: 1 } }])).toEqual([
      400,
      'faults[1].effect.fro',
    ]);
    expect(await refused(['hotel.serch:cut'])).toEqual([400, 'faults[0].match.operations[0]']);
    expect(await refused(['cut', 'hotel.search:hang'])).toEqual([409, 'faults[1].effect']);
    expect(await refused('cut')).toEqual([400, 'faults']);
    expect((await control.ask('listSandboxes')).body.map(({ id }) => id)).toEqual(['default']);
    expect((await control.ask('createSandbox', { body: { id: 'w' } })).status).toBe(201);
  });

  it('is found by PUT when the faults mean the same, however they are written', async () => {
    const { control } = start();
    const put = async (faults: unknown) =>
      (await control.ask('putSandbox', { id: 'w', body: { faults } })).status;
    const [effect, match] = [{ kind: 'cut' }, { times: 1, operations: ['car.*'] }];
    expect(await put(['car.*:cut,times=1'])).toBe(201);
    expect(await put([{ effect, match }])).toBe(200);
    await control.ask('disarmFaults', { id: 'w' });
    expect(await put([{ match, effect }])).toBe(200);
    expect((await control.ask('putSandbox', { id: 'w' })).status).toBe(200);
    const other = { body: { faults: ['car.*:cut,times=2'] }, id: 'w' };
    const { status, fields } = await control.refused('putSandbox', other);
    expect([status, fields]).toEqual([409, ['faults']]);
    const wrong = { body: { faults: ['car.*:cutt'] }, id: 'w' };
    expect((await control.refused('putSandbox', wrong)).fields).toEqual(['faults[0].effect.kind']);
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
    expect(await countsOf(made)).toEqual([[0, 0]]);
    expect([await search(made), await search(made)]).toEqual([503, 200]);
    await control.ask('disarmFaults', made);
    await control.ask('resetSandbox', made);
    expect(await search(made)).toBe(503);
  });

  it('go on in a fork as they were at the snapshot', async () => {
    const { control, make, search, countsOf } = start();
    const made = await make({ faults: ['hotel.search:status=503,nth=3'] });
    expect([await search(made), await search(made)]).toEqual([200, 200]);
    const { body: snapshot } = await control.ask('takeSnapshot', made);
    expect(await search(made)).toBe(503);
    const { body: fork } = await control.ask('createSandbox', { body: { from: snapshot.id } });
    expect(await countsOf(fork)).toEqual([[2, 0]]);
    expect([await search(fork), await search(fork)]).toEqual([503, 200]);
    await control.ask('disarmFaults', fork);
    expect(await countsOf(made)).toEqual([[3, 1]]);
  });

  it('are decided by the snapshot where there is one', async () => {
    const { control } = start();
    const { body: snapshot } = await control.ask('takeSnapshot');
    const body = { from: snapshot.id, faults: ['cut'] };
    expect((await control.refused('createSandbox', { body })).fields).toEqual(['faults']);
  });

  it('are exported with their counters, and continue where they are imported', async () => {
    const { control, make, search } = start();
    const made = await make({
      id: 'origin',
      faults: ['hotel.search:credential,nth=2', 'hotel.doBooking:cut,id=lost'],
    });
    expect([await search(made), await search(made)]).toEqual([200, 401]);
    const file = await (await control.send('exportSandbox', made)).text();
    const other = start();
    const { body: imported } = await other.control.ask('importSandbox', { body: file });
    expect(imported.faults).toBe(2);
    expect(await (await other.control.send('exportSandbox', imported)).text()).toBe(file);
    expect(await other.search(imported)).toBe(401);
    await other.control.ask('disarmFault', { ...imported, faultId: 'fault-1' });
    expect(await other.search(imported)).toBe(200);
    await other.control.ask('resetSandbox', imported);
    expect(await other.countsOf(imported)).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});

describe('a file of a sandbox', () => {
  const counts = { seen: 0, fired: 0, memory: {} };
  const cut = (id: string) => ({ fault: { id, effect: { kind: 'cut' } }, ...counts });

  it.each([
    ['two faults of the same id', { faults: [cut('a'), cut('a')] }, 409, 'faults[1].fault.id'],
    ['faults that contradict each other', { faults: [cut('a'), cut('b')] }, 409, 'faults[1].fault.effect'],
    ['a start with an invalid fault', { start: ['car.*:cut', 'cutt'] }, 400, 'start.faults[1].effect.kind'],
    ['a start of contradictions', { start: ['cut', 'hotel.search:hang'] }, 409, 'start.faults[1].effect'],
    [
      'a start with a wrong field',
      { start: [{ effect: { kind: 'hang', fro: 1 } }] },
      400,
      'start.faults[0].effect.fro',
    ],
  ])(
    'is refused with %s, and changes nothing',
    async (_, { faults, start: given }: FileChange, code, field) => {
      const { control } = start();
      const state = await (await control.send('exportSandbox')).json();
      const body = {
        ...state,
        ...(faults && { faults }),
        ...(given && { start: { ...state.start, faults: given } }),
      };
      const { status, fields } = await control.refused('importSandbox', { body, query: '?id=x' });
      expect([status, fields]).toEqual([code, [field]]);
      expect((await control.ask('listSandboxes')).body.map(({ id }) => id)).toEqual(['default']);
      expect((await control.ask('importSandbox', { body: state, query: '?id=x' })).status).toBe(201);
    },
  );
});

interface FileChange {
  faults?: object[];
  start?: unknown[];
}

describe('a supplier made in process', () => {
  it('is not made with wrong faults, which are named', () => {
    expect(() => createMockSupplier({ faults: ['car.*:cut', 'hotel.search:cutt'] })).toThrow(
      /^fault: faults\[1\]\.effect\.kind: no kind "cutt"/,
    );
  });
});
