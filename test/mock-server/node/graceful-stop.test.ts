import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type MockSupplierOptions, readStart } from '#mock-server';
import { createFakeMachine } from '../clock/fakes.ts';
import { createControlClient } from '../control/control-client.ts';
import { createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';
import { serve } from '../over-port.ts';
import { createTestStore } from '../store/test-store.ts';

async function start(options: MockSupplierOptions = {}) {
  const supplier = createTestSupplier(options);
  const listening = await serve(supplier);
  return { supplier, listening, control: createControlClient(fetch, listening.url) };
}

/** Opens a connection for several requests. `answers` returns all text that was received. */
function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', chunk => {
    text += chunk;
  });
  return {
    send: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    answers: () => text,
  };
}

const search = (baseUrl: string) =>
  createHotelClient(fetch, { baseUrl }).call('hotel.search', { Criteria: testCriteria });

describe('a server that stops', () => {
  it('answers the calls that have begun, refuses new ones with 503, and reports that it is not ready', async () => {
    const { supplier, listening, control } = await start({ faults: ['delay=PT10S,times=1'] });
    const events = await control.send('streamEvents');
    const slow = search(listening.url);
    const { clock } = supplier.sandboxes.require('default');
    await expect.poll(() => clock.waits().length).toBe(1);
    expect((await control.ask('readiness')).body).toEqual({ ready: true, stopping: false, store: 'none' });
    const stopping = listening.stop(60_000);
    await expect.poll(async () => (await fetch(`${listening.url}/_control/health/ready`)).status).toBe(503);
    expect(await (await fetch(`${listening.url}/_control/health`)).json()).toMatchObject({ stopping: true });
    expect(await events.text()).toContain('events of sandbox default'); // the stream has ended
    const { status, headers, body } = await search(listening.url);
    expect([status, headers.get('retry-after'), headers.get('connection')]).toEqual([503, '1', 'close']);
    expect(body).toMatchObject({ Errors: [{ Code: 'ServiceUnavailable' }] });
    expect(await control.refused('listSandboxes')).toMatchObject({ status: 503, code: 'ServerStopping' });
    clock.advance({ by: 10_000 });
    expect((await slow).status).toBe(200);
    expect(await stopping).toBe(true);
    await expect(search(listening.url)).rejects.toThrow('fetch failed');
  });

  it('does not wait for connections without a call', async () => {
    const { listening } = await start();
    const connection = openConnection(listening.port);
    connection.send('/_control/health');
    await expect.poll(connection.answers).toContain('"status":"ok"');
    expect(await listening.stop(60_000)).toBe(true);
  });

  it('cuts off a call that does not end in time', async () => {
    const { supplier, listening } = await start({ faults: ['delay=PT10S'] });
    const slow = search(listening.url).catch((error: Error) => error.message);
    await expect.poll(() => supplier.sandboxes.require('default').clock.waits().length).toBe(1);
    expect(await listening.stop(1)).toBe(false);
    expect(await slow).toBe('fetch failed');
  });
});

it.each([
  ['fails', () => Promise.reject(new Error('gone'))],
  ['does not answer', () => new Promise<void>(() => {})],
])('the readiness is 503 while the store %s', async (_, ping) => {
  const keeper = await createTestStore();
  const store = await readStart(keeper);
  const machine = createFakeMachine();
  const control = createControlClient(createTestSupplier({ store, machine: machine.clock }).fetch);
  expect((await control.ask('readiness')).body).toEqual({ ready: true, stopping: false, store: 'reachable' });
  keeper.ping = ping;
  const asked = control.send('readiness');
  await expect.poll(() => machine.timers.size).toBeGreaterThan(0);
  machine.pass(2_000);
  const answer = await asked;
  const unready = { ready: false, stopping: false, store: 'unreachable' };
  expect([answer.status, await answer.json()]).toEqual([503, unready]);
});
