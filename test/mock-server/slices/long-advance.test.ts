import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMockSupplier, type OpenStore, readStart, type Sandbox } from '#mock-server';
import { hostMachine } from '#mock-server/clock/index';
import { fillDue } from '../../../tools/bench/servers/fill-bookings.ts';
import { createControlClient } from '../control/control-client.ts';
import { createHotelClient, testStart } from '../hotel-client.ts';
import { createMemoryKeeper } from '../keeping/memory-keeper.ts';

// Each of the bookings has two due events: it is pending after 10 minutes, and confirmed after an hour.
const bookings = 600;
const tenMinutes = testStart + 600_000;
const twoHours = { by: 'PT2H' };
afterEach(() => vi.restoreAllMocks());

/** Creates a supplier with a sandbox "default" with many due events, and a small sandbox "other". */
async function stage(store?: OpenStore) {
  const supplier = createMockSupplier({ clock: { mode: 'manual', start: testStart }, store });
  const client = createHotelClient(supplier.fetch);
  await client.book();
  const sandbox = supplier.sandboxes.require('default');
  fillDue(sandbox, { from: sandbox, count: bookings });
  supplier.sandboxes.create({ id: 'other', credential: { Username: 'other', Password: 'other' } });
  const control = createControlClient(supplier.fetch);
  return { supplier, client, sandbox, control, dueId: newest(sandbox) };
}

type Stage = Awaited<ReturnType<typeof stage>>;

const newest = ({ store }: Sandbox): string => {
  const [booking] = store.list({ owner: 'demo' });
  return booking?.id ?? '';
};

/** Makes each event after the first 200 take longer than a slice. */
function slowMachine(): void {
  let passed = 0;
  vi.spyOn(hostMachine, 'monotonic').mockImplementation(() => ++passed * 10);
}

const advance = ({ control }: Stage, body: object = twoHours) => control.send('advanceClock', { body });
/** Returns the state of the sandbox without its journal, which contains real times. */
async function exportOf({ control }: Pick<Stage, 'control'>) {
  const { journal: _, ...state } = await (await control.send('exportSandbox')).json();
  return state;
}

/** Returns a promise that resolves when the clock of the sandbox has fired some events. */
async function untilMoving({ sandbox }: Stage): Promise<void> {
  for (let turn = 0; !sandbox.clock.stepEnded(); turn += 1) {
    if (turn === 100) throw new Error('the clock does not move in slices');
    await new Promise(resolve => setImmediate(resolve));
  }
}

describe('an advance with many events', () => {
  it('answers the same, byte for byte, and results in the same state as an advance at once', async () => {
    const atOnce = await stage();
    vi.spyOn(hostMachine, 'monotonic').mockReturnValue(0);
    const expected = await (await advance(atOnce)).text();
    const expectedState = await exportOf(atOnce);
    const inSlices = await stage();
    slowMachine();
    const text = await (await advance(inSlices)).text();
    expect(text).toBe(expected);
    expect(text).toBe(JSON.stringify(JSON.parse(text)));
    expect(JSON.parse(text)).toMatchObject({
      reached: true,
      nextEvent: null,
      fired: { length: 2 * bookings },
    });
    expect(await exportOf(inSlices)).toEqual(expectedState);
  });

  it('lets a call to another sandbox pass, and a call to the same sandbox sees its end', async () => {
    const full = await stage();
    const { client, control, dueId } = full;
    slowMachine();
    const order: string[] = [];
    const advancing = advance(full).then(() => order.push('advance'));
    await untilMoving(full);
    const detail = client.detail(dueId).then(({ Booking }) => order.push(Booking?.bookingStatus ?? ''));
    const list = control
      .ask('listBookings', { query: '?limit=1000' })
      .then(({ body }) =>
        order.push(body.every(({ services }) => services[0]?.truth === 'confirmed') ? 'all' : 'some'),
      );
    const clock = control.ask('getClock').then(({ body }) => order.push(body.now));
    const other = control.ask('getClock', { id: 'other' }).then(() => order.push('other sandbox'));
    await Promise.all([advancing, detail, list, clock, other]);
    const end = new Date(testStart + 7_200_000).toISOString();
    expect(full.sandbox.journal.read().at(-1)?.facts.opened.at).toBe(testStart + 7_200_000);
    expect(order[0]).toBe('other sandbox');
    expect(order.slice(1).sort()).toEqual([end, 'CONFIRMED', 'advance', 'all'].sort());
  });

  it('lets a second advance of the same sandbox follow', async () => {
    const full = await stage();
    slowMachine();
    const [first, second] = await Promise.all([advance(full, { by: 'PT20M' }), advance(full, twoHours)]);
    const [{ fired: earlier }, { fired: later, now }] = [await first.json(), await second.json()];
    expect([earlier.length, later.length]).toEqual([bookings, bookings]);
    expect(now).toBe(new Date(testStart + 8_400_000).toISOString());
  });

  it('moves until the supplier has decided on a booking, in slices', async () => {
    const full = await stage();
    const [, , , earlier] = full.sandbox.store.list({ owner: 'demo' });
    const bookingId = earlier?.id ?? '';
    slowMachine();
    const answer = await advance(full, { until: { bookingId, final: true } });
    const { fired, reached } = await answer.json();
    expect([fired.at(-1).bookingId, fired.at(-1).to, reached]).toEqual([bookingId, 'confirmed', true]);
  });

  it.each(['closed', 'reset', 'removed'])(
    'is refused when a program has %s the sandbox in the meantime',
    async how => {
      const full = await stage();
      const { control, sandbox, supplier } = full;
      slowMachine();
      const refused = control.refused('advanceClock', { body: twoHours });
      await untilMoving(full);
      if (how === 'closed') sandbox.close();
      else if (how === 'reset') supplier.sandboxes.reset('default');
      else supplier.sandboxes.remove('default');
      const { status, body } = await refused;
      expect([status, body.error.message]).toEqual([
        409,
        'sandbox "default" was closed, reset or removed before the advance of its clock had ended',
      ]);
      // The old sandbox is as if the advance had ended at its last event.
      const pending = [...sandbox.store.list({ owner: 'demo' })].filter(
        ({ services }) => services[0]?.truth === 'pending',
      );
      expect(pending.length).toBeGreaterThan(200);
      expect(pending.length).toBeLessThan(bookings);
      expect(sandbox.clock.now()).toBe(tenMinutes + pending.length - 1);
      expect(sandbox.store.nextDue()).toBe(tenMinutes + pending.length);
      if (how === 'reset') {
        const { body: view } = await control.ask('getSandbox');
        expect([view.bookings, view.clock.now]).toEqual([0, new Date(testStart).toISOString()]);
      }
    },
  );

  it('ends before a reset, a close and a removal by the control API', async () => {
    for (const [endpoint, id] of [
      ['resetSandbox', 'default'],
      ['closeSandbox', 'default'],
      ['deleteSandbox', 'full'],
    ] as const) {
      const full = await stage();
      const { control, supplier, sandbox } = full;
      slowMachine();
      const due = id === 'full' ? supplier.sandboxes.restore(sandbox.dump(), { id }) : sandbox;
      const advancing = control.ask('advanceClock', { id, body: twoHours });
      await untilMoving({ ...full, sandbox: due });
      const ended = await control.send(endpoint, { id });
      expect([ended.status < 300, (await advancing).body.fired.length]).toEqual([true, 2 * bookings]);
      vi.restoreAllMocks();
    }
  });
});

describe('a close with many events', () => {
  it('lets other calls pass, answers like a close at once, and refuses a call that arrives in the meantime', async () => {
    const atOnce = await stage();
    vi.spyOn(hostMachine, 'monotonic').mockReturnValue(0);
    const expected = await (await atOnce.control.send('closeSandbox')).text();
    const full = await stage();
    slowMachine();
    const order: string[] = [];
    const closing = full.control.send('closeSandbox').then(answer => {
      order.push('close');
      return answer.text();
    });
    await untilMoving(full);
    const other = full.control.ask('getClock', { id: 'other' }).then(() => order.push('other sandbox'));
    const { status } = await full.supplier.fetch(
      'http://supplier.test/API/REST/ClientBackOffice.svc/GetBooking',
      {
        method: 'POST',
        body: '{}',
      },
    );
    expect([await closing, status]).toEqual([expected, 410]);
    await other;
    expect(order).toEqual(['other sandbox', 'close']);
    expect(full.sandbox.closedAt).toBe(atOnce.sandbox.closedAt);
  });
});

describe('many events that are due when a call arrives', () => {
  it.each(['the supplier', 'the control API'])('happen in slices before a call to %s', async who => {
    const full = await stage();
    const { client, control, sandbox, dueId } = full;
    sandbox.clock.setMode({ mode: 'real' });
    let passed = 7_200_000;
    vi.spyOn(hostMachine, 'monotonic').mockImplementation(() => (passed += 10));
    const order: string[] = [];
    const shown =
      who === 'the supplier'
        ? client.detail(dueId).then(({ Booking }) => Booking?.bookingStatus)
        : control.ask('getBooking', { bookingId: dueId }).then(({ body }) => body.services[0]?.truth);
    const call = shown.then(status => order.push(status?.toLowerCase() ?? ''));
    await untilMoving(full);
    const other = control.ask('getClock', { id: 'other' }).then(() => order.push('other sandbox'));
    await Promise.all([call, other]);
    expect(order).toEqual(['other sandbox', 'confirmed']);
  });
});

describe('an advance with many events and a durable store', () => {
  it('is durable when it is answered', async () => {
    const keeper = createMemoryKeeper();
    const first = await stage(await readStart(keeper));
    slowMachine();
    await advance(first);
    const rows = (await keeper.load('default'))?.rows ?? [];
    const clock = rows.find(({ kind, key }) => kind === 'head' && key === 'clock');
    expect(JSON.parse(clock?.value ?? '')).toMatchObject({ now: testStart + 7_200_000 });
    expect(rows.filter(({ kind }) => kind === 'due')).toEqual([]);
    expect(
      rows.filter(({ kind, value }) => kind === 'booking' && value.includes('"truth":"confirmed"')),
    ).toHaveLength(bookings + 1);
  });

  it('is kept up to one of its events when a write fails, and can then continue', async () => {
    const whole = await stage();
    await (await advance(whole)).text();
    const keeper = createMemoryKeeper();
    const full = await stage(await readStart(keeper));
    await full.control.ask('getClock'); // the new sandbox is durable
    slowMachine();
    const write = keeper.write.bind(keeper);
    let batches = 0;
    keeper.write = async changes => {
      keeper.isFailing = ++batches > 3;
      return write(changes);
    };
    const { status, body } = await full.control.refused('advanceClock', { body: twoHours });
    expect([status, body.error.code]).toEqual([503, 'StoreUnavailable']);
    keeper.write = write;
    keeper.isFailing = false;
    const { store, clock } = await exportOf(full);
    const pending = store.bookings.filter(
      ({ services }: { services: { truth: string }[] }) => services[0]?.truth === 'pending',
    );
    expect(pending.length).toBeGreaterThan(200);
    expect([store.due.length, clock.now]).toEqual([
      2 * bookings - pending.length,
      tenMinutes + pending.length - 1,
    ]);
    await (await advance(full, { to: new Date(testStart + 7_200_000).toISOString() })).text();
    expect((await exportOf(full)).store.bookings).toEqual((await exportOf(whole)).store.bookings);
  });
});
