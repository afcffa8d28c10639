import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startSupplier } from '../hotel-client.ts';
import { serve } from '../over-port.ts';
import { bytesOf } from './hanging-clients.ts';
import { onEnd } from './raw-call.ts';

/** Sends bytes over one connection, and waits until the given number of calls are in flight. */
async function talk(faults: string[], bytes: string, calls: number) {
  const { supplier, sandbox } = startSupplier({ faults, options: { rateLimit: false } });
  const { port } = await serve(supplier);
  let text = '';
  let end = '';
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.setEncoding('latin1');
  socket.on('data', chunk => {
    text += chunk;
  });
  onEnd(socket, how => {
    end = ` ${how}`;
  });
  socket.write(bytes);
  await expect.poll(() => sandbox.journal.read().length).toBe(calls);
  return {
    supplier,
    sandbox,
    socket,
    text: () => text,
    /** The statuses of the answers so far, and how the connection ended. */
    heard: () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status).join() + end,
    /** The journal entry of each call: status, ending and bytes. */
    noted: () =>
      sandbox.journal
        .read()
        .map(({ facts: { status, closed } }) => `${status} ${closed?.ending} ${closed?.bytes}`),
  };
}

const list = bytesOf('getBookingList');
const whole = 60;

describe('calls that are pipelined on a connection', () => {
  it.each([
    { at: 'before-headers', heard: '200 RST', noted: 'undefined reset 0' },
    { at: 'after-headers', heard: '200,200 RST', noted: '200 reset 0' },
    { at: 'mid-body', heard: '200,200 RST', noted: `200 reset ${whole / 2}` },
  ])('are cut $at when it is their turn, and end the calls after them', async ({ at, heard, noted }) => {
    const faults = ['getBookingList:delay=PT1S,nth=1', `getBookingList:cut=${at},commit=before,nth=2`];
    const call = await talk(faults, list.repeat(3), 3);
    expect(call.heard()).toBe('');
    call.sandbox.clock.advance({ by: 1_000 });
    await expect.poll(call.heard).toBe(heard);
    await expect.poll(call.noted).toEqual([`200 complete ${whole}`, noted, '200 reset 0']);
  });

  it('keep their answers while they wait for their turn', async () => {
    const call = await talk(['getBookingList:delay=PT1S,nth=1'], list.repeat(2), 2);
    call.sandbox.clock.advance({ by: 1_000 });
    await expect.poll(call.heard).toBe('200,200');
    const times = [...call.text().matchAll(/"TimeSpan":"\S+ ([\d:]+)"/g)].map(([, time]) => time);
    expect(times).toEqual(['10:00:01', '10:00:00']);
  });

  it.each([
    { connection: 'fresh', heard: ' RST', noted: ['undefined reset 0', '200 reset 0'] },
    { connection: 'reused', heard: '200 RST', noted: [`200 complete ${whole}`, 'undefined reset 0'] },
  ])('meet a fault for a connection that is $connection', async ({ connection, heard, noted }) => {
    const call = await talk([`getBookingList:cut,connection=${connection}`], list.repeat(2), 2);
    await expect.poll(call.heard).toBe(heard);
    await expect.poll(call.noted).toEqual(noted);
  });

  it('are all done with when the client leaves, hanging or answered', async () => {
    const call = await talk(['getBookingList:hang,nth=1', 'getBookingList:hang,nth=3'], list.repeat(3), 3);
    await expect.poll(() => call.sandbox.clock.waits().length).toBe(2);
    call.socket.destroy();
    const noted = ['undefined client-gone 0', '200 client-gone 0', 'undefined client-gone 0'];
    await expect.poll(call.noted).toEqual(noted);
    expect(call.sandbox.clock.waits()).toEqual([]);
  });

  it('are all reset with their sandbox', async () => {
    const faults = ['getBookingList:hang,nth=1', 'getBookingList:body=slow-drip,nth=2'];
    const call = await talk(faults, list.repeat(3), 3);
    await expect.poll(() => call.sandbox.clock.waits().length).toBe(2);
    call.supplier.sandboxes.reset('default');
    await expect.poll(call.heard).toBe(' RST');
    await expect.poll(call.noted).toEqual(['undefined reset 0', '200 reset 0', '200 reset 0']);
  });

  it('are delayed fifty at a time without a warning of Node', async () => {
    const warnings: Error[] = [];
    const hear = (warning: Error) => warnings.push(warning);
    process.on('warning', hear);
    const call = await talk(['getBookingList:delay=PT1S'], list.repeat(50), 50);
    await expect.poll(() => call.sandbox.clock.waits().length).toBe(50);
    call.sandbox.clock.advance({ by: 1_000 });
    await expect.poll(call.heard).toBe(new Array(50).fill(200).join());
    await expect.poll(() => new Set(call.noted())).toEqual(new Set([`200 complete ${whole}`]));
    process.off('warning', hear);
    expect(warnings).toEqual([]);
  });
});

describe('a client', () => {
  it('that ends its side while it waits (FIN) counts as disconnected', async () => {
    const call = await talk(['getBookingList:hang'], list, 1);
    await expect.poll(() => call.sandbox.clock.waits().length).toBe(1);
    call.socket.end();
    await expect.poll(call.noted).toEqual(['undefined client-gone 0']);
    expect(call.sandbox.clock.waits()).toEqual([]);
  });

  it('that ends its side at once is answered where no fault delays the call', async () => {
    const call = await talk([], '', 0);
    call.socket.end(list);
    await expect.poll(call.heard).toBe('200 FIN');
    await expect.poll(call.noted).toEqual([`200 complete ${whole}`]);
  });

  it('of a slow drip is reset with its sandbox, and what it had got by then is noted', async () => {
    const call = await talk(['getBookingList:body=slow-drip'], list, 1);
    await expect.poll(() => call.sandbox.clock.waits().length).toBe(1);
    await expect.poll(call.heard).toBe('200');
    call.supplier.sandboxes.reset('default');
    await expect.poll(call.heard).toBe('200 RST');
    await expect.poll(call.noted).toEqual(['200 reset 2']);
  });
});
