import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { readStart } from '#mock-server';
import { createFakeMachine } from '../clock/fakes.ts';
import { createHotelClient, startSupplier } from '../hotel-client.ts';
import { advanceUntilOver } from '../store/kill/holds.ts';
import { createTestStore, type TestStore } from '../store/test-store.ts';

const second = 1_000;

function createStage() {
  const machine = createFakeMachine();
  const { control } = startSupplier({ machine: machine.clock });
  const pass = async (seconds: number) => {
    machine.pass(seconds * second);
    await machine.turnUntilQuiet();
  };
  const ids = async () => (await control.ask('listSandboxes')).body.map(({ id }) => id);
  return { control, pass, ids };
}

describe('a sandbox with expiresAfter', () => {
  it('is deleted after this time without a call', async () => {
    const { control, pass, ids } = createStage();
    const { body } = await control.ask('createSandbox', { body: { id: 'a', expiresAfter: 300 } });
    expect(body.expiresAfter).toBe(300);
    await pass(299);
    expect(await ids()).toEqual(['a', 'default']);
    await pass(1);
    expect(await ids()).toEqual(['default']);
    expect((await control.refused('getSandbox', { id: 'a' })).status).toBe(404);
  });

  it('stays as long as calls name it, and begins its time again with a reset', async () => {
    const { control, pass, ids } = createStage();
    await control.ask('createSandbox', { body: { id: 'a', expiresAfter: 60 } });
    for (let call = 0; call < 5; call += 1) {
      await pass(59);
      await control.ask('getSandbox', { id: 'a' });
    }
    await control.ask('resetSandbox', { id: 'a' });
    await pass(59);
    expect(await ids()).toEqual(['a', 'default']);
    await pass(1);
    expect(await ids()).toEqual(['default']);
  });

  it('is not replaced by a generated id, and contradicts another time', async () => {
    const { control, pass } = createStage();
    const first = await control.ask('createSandbox', { body: { expiresAfter: 10 } });
    await pass(11);
    const second = await control.ask('createSandbox', { body: {} });
    expect([first.body.id, second.body.id]).toEqual(['s1', 's2']);
    const { status } = await control.refused('putSandbox', { id: 's2', body: { expiresAfter: 10 } });
    expect(status).toBe(409);
  });

  it('needs a whole number of seconds', async () => {
    const { control } = createStage();
    for (const expiresAfter of [0, 1.5, '60'])
      expect((await control.refused('createSandbox', { body: { expiresAfter } })).status).toBe(400);
  });
});

const start = Date.UTC(2026, 0, 1);

/** Starts a server with a store on a fake machine, which begins some seconds after the others. */
async function startServer(keeper: TestStore, after = 0) {
  const machine = createFakeMachine(start + after * second);
  const { supplier, control } = startSupplier({ machine: machine.clock, store: await readStart(keeper) });
  const during = <Result>(asked: Promise<Result>): Promise<Result> =>
    advanceUntilOver(asked, async () => {
      await setImmediate();
      await machine.turn();
    });
  async function pass(seconds: number): Promise<void> {
    machine.pass(seconds * second);
    for (let turn = 0; turn < 5; turn += 1) await during(Promise.resolve());
    machine.pass(second / 10); // the store gets the last changes
    for (let turn = 0; turn < 5; turn += 1) await during(Promise.resolve());
  }
  const ids = async () => (await during(control.ask('listSandboxes'))).body.map(({ id }) => id);
  return { supplier, control, during, pass, ids, stop: () => during(supplier.closeStore()) };
}

type Server = Awaited<ReturnType<typeof startServer>>;

const credential = { Username: 'demo', Password: 'demo' };
const create = ({ control, during }: Server, id: string, expiresAfter?: number) =>
  during(control.ask('createSandbox', { body: { id, expiresAfter, credential, clock: { mode: 'manual' } } }));

it('the port of a sandbox in a shared store closes when another server has deleted the sandbox, and stays open while the sandbox exists', async () => {
  const keeper = await createTestStore(true);
  const server = await startServer(keeper);
  const { ports } = server.supplier;
  const closed: string[] = [];
  ports.provide(async id => ({ url: `http://127.0.0.1/${id}`, close: async () => void closed.push(id) }));
  for (const id of ['idle', 'taken', 'stays']) {
    await create(server, id);
    await ports.open(id, 0);
  }
  for (let count = 0; count < 3; count += 1) await server.pass(120);
  expect([...ports.ids()]).toEqual(['idle', 'taken', 'stays']);
  for (const id of ['idle', 'taken']) await keeper.remove(id);
  await server.pass(11);
  expect(closed.sort()).toEqual(['idle', 'taken']);
  expect([...ports.ids()]).toEqual(['stays']);
  await server.stop();
});

describe('a stored sandbox with expiresAfter', () => {
  it('is deleted this time after its last call, although the server was restarted, and is not loaded for this', async () => {
    const keeper = await createTestStore();
    const first = await startServer(keeper);
    for (const id of ['a', 'b']) await create(first, id, 60);
    await create(first, 'c');
    await first.pass(30);
    await first.during(first.control.ask('getSandbox', { id: 'b' }));
    await first.stop();
    const load = vi.fn(keeper.load);
    const second = await startServer({ ...keeper, load }, 50);
    expect(await second.ids()).toEqual(['a', 'b', 'c', 'default']);
    await second.pass(10);
    expect(await second.ids()).toEqual(['b', 'c', 'default']);
    for (const seconds of [25, 11]) await second.pass(seconds);
    expect(await second.ids()).toEqual(['c', 'default']);
    expect(load.mock.calls).toEqual([['default']]);
    await second.stop();
    expect((await keeper.list('', 9)).map(({ id }) => id)).toEqual(['c', 'default']);
  });

  it('is deleted at the start if its time has ended while no server ran', async () => {
    const keeper = await createTestStore();
    const first = await startServer(keeper);
    for (let number = 100; number < 250; number += 1) await create(first, `old-${number}`, 60);
    await create(first, 'young', 600);
    await first.stop();
    const second = await startServer(keeper, 100);
    await second.pass(1);
    expect(await second.ids()).toEqual(['default', 'young']);
  });

  it('stays while a call uses it, and while the store does not answer', async () => {
    const keeper = await createTestStore();
    const server = await startServer(keeper);
    const { control, during, pass, ids } = server;
    await create(server, 'a', 60);
    await create(server, 'b', 60);
    const body = { match: { operations: ['hotel.search'] }, effect: { kind: 'delay', by: 'PT1H' } } as const;
    await during(control.ask('armFaults', { id: 'a', body }));
    const client = createHotelClient(server.supplier.fetch, { baseUrl: 'http://supplier.test/sandbox/a' });
    const search = client.search();
    await pass(1);
    keeper.isFailing = true;
    await pass(61);
    expect(await ids()).toEqual(['a', 'b', 'default']);
    keeper.isFailing = false;
    await pass(20);
    expect(await ids()).toEqual(['a', 'default']);
    await during(control.ask('advanceClock', { id: 'a', body: { by: 'PT1H' } }));
    await during(search);
    for (const seconds of [61, 11]) await pass(seconds);
    expect(await ids()).toEqual(['default']);
  });

  it('no longer counts for its namespace when another server of a shared store has deleted it', async () => {
    const keeper = await createTestStore(true);
    const server = await startServer(keeper);
    const { control, during } = server;
    server.supplier.sandboxes.namespaces.setQuotas({ team: { sandboxes: 1 } });
    await create(server, 'team.a');
    for (let count = 0; count < 3; count += 1) await server.pass(120);
    const other = { body: { id: 'team.b' } };
    expect((await during(control.refused('createSandbox', other))).status).toBe(507);
    await keeper.remove('team.a');
    expect((await during(control.ask('createSandbox', other))).status).toBe(201);
    await server.stop();
  });
});
