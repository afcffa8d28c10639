import { describe, expect, it } from 'vitest';
import { serve } from '../over-port.ts';
import { parseAnswer } from '../pipeline/raw-socket.ts';
import { rawCall, until } from './raw-call.ts';
import { doBookingPath, stage } from './stage.ts';

async function underWay(fault: string, over: 'port' | 'process') {
  const staged = await stage();
  staged.arm(fault);
  const call = over === 'process' ? inProcess(staged) : await overPort(staged);
  const sleeps = () => staged.clock.waits().length > 0;
  await until(sleeps);
  return { ...staged, ...call, sleeps };
}

type Staged = Awaited<ReturnType<typeof stage>>;

function inProcess({ book }: Staged) {
  let text = '';
  const gone = new AbortController();
  const done = book(gone.signal).then(
    async answer => {
      for await (const piece of answer.body ?? []) text += new TextDecoder().decode(piece);
      return 'answered';
    },
    () => 'failed',
  );
  return { done, text: () => text, giveUp: () => gone.abort(new Error('gone')) };
}

async function overPort({ supplier, body }: Staged) {
  const { port } = await serve(supplier);
  const seen = rawCall(port, { path: doBookingPath, body });
  const done = until(() => seen.end !== undefined || seen.socket.destroyed).then(() =>
    seen.end === 'FIN' ? 'answered' : 'failed',
  );
  return { done, text: () => parseAnswer(seen.bytes).body, giveUp: () => seen.socket.destroy() };
}

describe.each(['port', 'process'] as const)('a call over a %s', over => {
  it('is late by a delay, and takes effect then', async () => {
    const call = await underWay('delay=PT12S', over);
    call.clock.advance({ by: 11_999 });
    expect(call.bookings()).toBe(0);
    expect(call.clock.waits()).toMatchObject([{ who: 'hotel.doBooking, delayed by a fault' }]);
    call.clock.advance({ by: 1 });
    expect(await call.done).toBe('answered');
    expect(call.text()).toContain('"TimeSpan":"2026-11-20 10:00:12"');
    expect([call.bookings(), call.last()?.answered?.at]).toEqual([1, Date.parse('2026-11-20T10:00:12Z')]);
  });

  it.each([
    ['before', 1, '10:00:00'],
    ['after', 0, '10:01:00'],
  ])('hangs for a time, and takes effect %s it', async (commit, during, booked) => {
    const call = await underWay(`hang=PT1M,commit=${commit}`, over);
    expect([call.bookings(), call.text()]).toEqual([during, '']);
    call.clock.advance({ by: 60_000 });
    expect(await call.done).toBe('answered');
    expect(call.text()).toContain(`"TimeSpan":"2026-11-20 ${booked}"`);
    expect([call.bookings(), call.last()?.answered?.at]).toEqual([1, Date.parse('2026-11-20T10:01:00Z')]);
  });

  it('hangs for a time and is reset where it never takes effect', async () => {
    const call = await underWay('hang=PT1M', over);
    call.clock.advance({ by: 60_000 });
    expect(await call.done).toBe('failed');
    expect([call.text(), call.bookings()]).toEqual(['', 0]);
    expect(call.last()).toMatchObject({ closed: { ending: 'reset' } });
    expect(call.last()?.status).toBeUndefined();
  });

  it.each([
    ['before', 1, 1],
    ['after', 0, 1],
    ['never', 0, 0],
  ])('hangs until the client gives up; commit %s: %i booked, then %i', async (commit, during, afterwards) => {
    const call = await underWay(`hang,commit=${commit}`, over);
    call.clock.advance({ by: 1_200_000 });
    expect([call.bookings(), call.text(), call.sleeps()]).toEqual([during, '', true]);
    call.giveUp();
    expect(await call.done).toBe('failed');
    await until(() => call.last()?.closed !== undefined);
    expect([call.bookings(), call.sleeps()]).toEqual([afterwards, false]);
    const closed = { ending: 'client-gone', bytes: 0 };
    expect(call.last()).toMatchObject({ operation: 'hotel.doBooking', closed });
    expect(call.last()?.answer).toEqual({});
    expect(call.last()?.answered).toBeUndefined();
  });

  const ends = ['close', 'reset', 'remove'] as const;
  it.each(ends)('ends without effect when its sandbox is ended by %s', async how => {
    const call = await underWay('hang,commit=after', over);
    if (how === 'close') call.sandbox.close();
    else call.supplier.sandboxes[how]('default');
    expect(await call.done).toBe('failed');
    expect([call.bookings(), call.sleeps()]).toEqual([0, false]);
  });

  it('drips piece by piece', async () => {
    const call = await underWay('body=slow-drip,over=PT20S', over);
    await until(() => call.text() !== '');
    const sizes = [];
    for (let second = 0; second < 20; second += 1) {
      const before = call.text().length;
      call.clock.advance({ by: 1_000 });
      await until(() => call.text().length > before);
      sizes.push(call.text().length - before);
      if (second < 19) await until(call.sleeps);
    }
    expect(await call.done).toBe('answered');
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    expect(JSON.parse(call.text())).toMatchObject({ bookingStatus: 'CONFIRMED' });
    await until(() => call.last()?.closed !== undefined);
    const at = Date.parse('2026-11-20T10:00:20Z');
    expect(call.last()?.closed).toMatchObject({ ending: 'complete', at });
  });
});

/** Sends a DoBooking in process whose answer drips, and which takes effect afterwards. */
async function startDrip() {
  const staged = await stage();
  const { sandbox, client, arm, book } = staged;
  arm('body=slow-drip,over=PT19S,commit=after');
  const closed: unknown[] = [];
  sandbox.journal.subscribe(facts => closed.push(facts.closed?.ending));
  const gone = new AbortController();
  const answer = await book(gone.signal);
  await expect.poll(() => sandbox.clock.waits().length).toBe(1);
  const bookings = async () => (await client.list()).Bookings.length;
  return { ...staged, answer, gone, closed, bookings };
}

it('a dripping answer ends without a reader, and takes effect then', async () => {
  const { sandbox, closed, bookings } = await startDrip();
  const waitsOrIsOver = () => sandbox.clock.waits().length + closed.length;
  while (closed.length === 0) {
    sandbox.clock.advance({ by: 1_000 });
    await expect.poll(waitsOrIsOver).toBe(1);
  }
  expect(closed).toEqual(['complete']);
  expect(await bookings()).toBe(1);
});

it.each([
  ['unread', false],
  ['while it is read', true],
])('a dripping answer ends once, at once, when the call is aborted %s', async (_, isRead) => {
  const { sandbox, answer, gone, closed, bookings } = await startDrip();
  const text = isRead ? answer.text() : undefined;
  text?.catch(() => undefined);
  gone.abort(new Error('the user left'));
  await expect.poll(() => closed).toEqual(['client-gone']);
  expect(sandbox.clock.waits()).toEqual([]);
  await expect(text ?? answer.text()).rejects.toThrow();
  expect(await bookings()).toBe(1);
  expect(closed).toEqual(['client-gone', 'complete']); // the list of bookings
});

it('a dripping answer ends once when its reader wants no more of it while it waits for the next piece', async () => {
  const { answer, closed, bookings } = await startDrip();
  const reader = answer.body?.getReader();
  await reader?.read();
  void reader?.read();
  await reader?.cancel();
  await expect.poll(() => closed).toEqual(['client-gone']);
  expect(await bookings()).toBe(1);
  expect(closed).toEqual(['client-gone', 'complete']); // the list of bookings
});

it('a dripping answer is reset with its sandbox although no client reads it, and takes no effect', async () => {
  const { supplier, sandbox, answer, closed } = await startDrip();
  const before = sandbox.store.dump();
  supplier.sandboxes.reset('default');
  await expect.poll(() => closed).toEqual(['reset']);
  await expect(answer.text()).rejects.toThrow(TypeError);
  expect(sandbox.store.dump()).toEqual(before);
});
