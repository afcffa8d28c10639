import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ControlTokens, type Listening, type ListenOptions } from '#mock-server/node';
import { createHotelClient, createTestSupplier } from '../hotel-client.ts';
import { sendWith, serve } from '../over-port.ts';
import { createControlClient } from './control-client.ts';
import { countListeners, readEvents } from './event-reader.ts';

async function start(options: ListenOptions = {}) {
  const supplier = createTestSupplier();
  const listening = await serve(supplier, options);
  const { port } = listening;
  const control = createControlClient(fetch, `http://127.0.0.1:${port}`);
  const statusOf = async (headers: Record<string, string>, path = '/_control/sandboxes') =>
    (await sendWith(headers, { url: `http://127.0.0.1:${port}${path}` })).status;
  return { supplier, listening, port, control, statusOf };
}

describe('access to the control API over a port', () => {
  it.each([
    ['host', '127.0.0.1:PORT', 200],
    ['host', 'localhost:PORT', 200],
    ['host', '[::1]:PORT', 200],
    ['host', 'evil.example:PORT', 403],
    ['host', '127.0.0.1.evil.example', 403],
    ['origin', 'http://127.0.0.1:PORT', 200],
    ['origin', 'https://evil.example', 403],
    ['origin', 'http://127.0.0.1:1', 403],
    ['origin', 'null', 403],
  ])('is checked for the header %s: %s, and answered %i', async (name, value, status) => {
    const { port, statusOf } = await start();
    const headers = { [name]: value.replace('PORT', String(port)) };
    expect([await statusOf(headers), await statusOf(headers, '/_control/health')]).toEqual([status, status]);
  });

  it('takes the public name and shows it, to callers with the token that such a name requires', async () => {
    const { listening, port, control, statusOf } = await start({ publicUrl: 'http://stand-in.example/' });
    const { controlToken = '' } = listening;
    expect(controlToken.length).toBeGreaterThan(30);
    const authorization = `Bearer ${controlToken}`;
    for (const host of ['stand-in.example', `127.0.0.1:${port}`])
      expect([await statusOf({ host }), await statusOf({ host, authorization })]).toEqual([401, 200]);
    const { body } = await control.ask('getSandbox', { headers: { authorization } });
    expect(body.mcpUrl).toBe('http://stand-in.example/mcp');
  });

  const local = ['http://localhost:8080', 'http://127.0.0.1:8080/mock', 'http://[::1]:8080'];
  it.each(local)('requires no token at the address %s, which is this machine', async publicUrl => {
    const { listening, control } = await start({ publicUrl });
    expect(listening.controlToken).toBeUndefined();
    expect((await control.ask('getSandbox')).body.baseUrl).toBe(publicUrl);
  });

  const remote = ['http://127.example', 'http://127.0.0.1.example', 'http://10.0.0.1'];
  it.each(remote)('requires a token at %s, which only looks like this machine', async publicUrl => {
    expect((await start({ publicUrl })).listening.controlToken).toBeDefined();
    expect((await start({ publicUrl, controlToken: 'given' })).listening.controlToken).toBe('given');
  });

  it('needs the token where one is set, except for health', async () => {
    const { control } = await start({ controlToken: 'top-secret' });
    const { status, headers } = await control.refused('listSandboxes');
    expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')]);
    const send = async (authorization: string) =>
      (await control.send('listSandboxes', { headers: { authorization } })).status;
    for (const right of ['Bearer top-secret', 'bearer top-secret']) expect(await send(right)).toBe(200);
    const wrong = ['top-secre', 'top-secret2', 'Top-secret'].map(token => `Bearer ${token}`);
    for (const one of [...wrong, 'Basic top-secret', 'Bearer']) expect(await send(one), one).toBe(401);
    expect((await control.ask('health')).status).toBe(200);
  });

  it('gets its own token on any address except loopback, and accepts any host name there', async () => {
    const { listening, statusOf } = await start({ host: '0.0.0.0' });
    const { controlToken = '' } = listening;
    expect(controlToken.length).toBeGreaterThan(30);
    const host = 'container.example';
    const authorization = `Bearer ${controlToken}`;
    expect([await statusOf({ host }), await statusOf({ host, authorization })]).toEqual([401, 200]);
    expect((await start()).listening.controlToken).toBeUndefined();
  });

  it('refuses an auto clock, which cannot see the clients on a port', async () => {
    const { control } = await start();
    const { brief, message } = await control.refused('putClock', { body: { mode: 'auto' } });
    expect([brief, message]).toEqual(['400 clock.mode', expect.stringContaining('only in process')]);
    expect((await control.refused('createSandbox', { body: { clock: { mode: 'auto' } } })).status).toBe(400);
  });
});

describe('a sandbox with a port of its own', () => {
  const clock = { mode: 'manual', start: '2026-11-20T10:00:00Z' };

  it('is booked in at the root of that port, and reset without losing it', async () => {
    const { control, port } = await start();
    const { body: sandbox } = await control.ask('createSandbox', { body: { id: 'own', port: 0, clock } });
    const own = Number(new URL(sandbox.baseUrl).port);
    expect([sandbox.baseUrl, own === port]).toEqual([`http://127.0.0.1:${own}`, false]);
    expect((await createHotelClient(fetch, sandbox).book()).bookingStatus).toBe('CONFIRMED');
    expect((await control.ask('resetSandbox', sandbox)).body.baseUrl).toBe(sandbox.baseUrl);
    for (const same of [0, own])
      expect((await control.ask('putSandbox', { id: 'own', body: { port: same } })).status).toBe(200);
  });

  it('shows the others under their prefix there, the default one too', async () => {
    const { control } = await start();
    const { body: sandbox } = await control.ask('createSandbox', { body: { id: 'own', port: 0 } });
    const there = createControlClient(fetch, sandbox.baseUrl);
    const { body: other } = await there.ask('getSandbox');
    expect(other.baseUrl).toBe(`${sandbox.baseUrl}/sandbox/default`);
    expect((await createHotelClient(fetch, other).call('getBooking', { BookingId: '1' })).status).toBe(200);
    expect((await there.refused('deleteSandbox', { id: 'own' })).status).toBe(409);
  });

  it('frees the port when it is dropped', async () => {
    const { control } = await start();
    const { body: sandbox } = await control.ask('createSandbox', { body: { port: 0 } });
    await control.ask('deleteSandbox', sandbox);
    await expect(fetch(sandbox.baseUrl)).rejects.toThrow();
  });

  it('is not made on a port that is taken', async () => {
    const { control } = await start();
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo; // a TCP server has one
    const { brief, message } = await control.refused('createSandbox', { body: { id: 'own', port } });
    expect([brief, message]).toEqual(['409 port', expect.stringContaining(`127.0.0.1:${port}`)]);
    expect((await control.refused('getSandbox', { id: 'own' })).status).toBe(404);
  });
});

describe('events over a port', () => {
  const callTo = ({ url }: Listening) =>
    createHotelClient(fetch, { baseUrl: url }).call('getBooking', { BookingId: '1' });

  it('arrive as they happen and leave no listener when the client goes', async () => {
    const { control, supplier, listening } = await start();
    const listeners = countListeners(supplier.sandboxes.require('default'));
    const answer = await control.send('streamEvents');
    expect([answer.headers.get('content-type'), listeners()]).toEqual(['text/event-stream', 2]);
    const events = readEvents(answer);
    await callTo(listening);
    const data = { operation: 'getBooking', status: 200 };
    expect(await events.next()).toMatchObject({ event: 'exchange', data });
    await events.stop();
    await expect.poll(listeners).toBe(0);
  });

  it('end in place of the next event when the token of the caller is no longer valid', async () => {
    const entry = (token: string) => ({ name: token, token, scope: 'admin' as const });
    const [kept, revoked] = ['token-that-is-kept', 'token-that-is-revoked'] as const;
    const tokens = new ControlTokens({ tokens: [entry(kept), entry(revoked)] });
    const { control, listening } = await start({ tokens });
    const open = async (token: string) =>
      readEvents(await control.send('streamEvents', { headers: { authorization: `Bearer ${token}` } }));
    const [own, other] = [await open(kept), await open(revoked)];
    tokens.replace({ tokens: [entry(kept)] });
    await callTo(listening);
    expect(await own.next()).toMatchObject({ event: 'exchange' });
    expect(await other.next()).toBeUndefined();
    await own.stop();
  });

  it('end when the server closes', async () => {
    const { control, listening } = await start();
    const events = readEvents(await control.send('streamEvents'));
    await listening.close();
    await expect(events.next()).rejects.toThrow();
  });
});
