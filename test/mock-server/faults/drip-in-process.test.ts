import { expect, it } from 'vitest';
import { stage } from './stage.ts';

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
