import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { operations } from '#contracts';
import { ListenError, listen } from '#mock-server/node';
import { createConnections, refuseBrokenRequests } from '#mock-server/node/connections';
import { createTestSupplier, startSupplier, testCriteria } from '../hotel-client.ts';
import { serve } from '../over-port.ts';

const { supplier, client, journal } = startSupplier({ options: { rateLimit: false } });
const { path } = operations['hotel.search'];
const listening = await listen(supplier, { port: 0 });
afterAll(() => listening.close());

/** Sends a Search without fetch, and returns the answer as it is on the wire. */
async function search(headers: Record<string, string>) {
  const Credential = { Username: 'demo', Password: 'demo' };
  const call = request(listening.url + path, { method: 'POST', headers });
  const [answer] = await once(call.end(JSON.stringify({ Credential, Criteria: testCriteria })), 'response');
  const encoding: string | undefined = answer.headers['content-encoding'];
  return { encoding, body: Buffer.concat(await answer.toArray()) };
}

it.each([
  ['Rio de Janeiro, UTC-3 all year', '1001', '2027-07-10', ['18:00', '14:00']],
  ['Madrid in winter, UTC+1', '1008', '2027-01-10', ['14:00', '10:00']],
  ['Madrid in summer, UTC+2', '1008', '2027-07-10', ['13:00', '09:00']],
])('the server gives hotel hours in UTC: %s (date.hours)', async (_, city, CheckinDate, hours) => {
  const stay = { DestinationId: city, CheckinDate, CheckoutDate: undefined, NumNights: 2 };
  const { CheckInHour, CheckOutHour } = await client.conditions(await client.search(stay as object));
  expect([CheckInHour, CheckOutHour]).toEqual(hours);
});

it('the server compresses with gzip for clients that accept it, and for no other (svc.5)', async () => {
  for (const header of ['gzip, deflate', 'x-gzip', '*']) {
    const packed = await search({ 'accept-encoding': header, 'content-type': 'application/json' });
    expect(packed.encoding, header).toBe('gzip');
    expect(JSON.parse(gunzipSync(packed.body).toString()).Hotels).toHaveLength(20);
  }
  for (const header of ['identity', 'gzip;q=0', 'x-gzip;q=0', 'br']) {
    const plain = await search({ 'accept-encoding': header });
    expect(plain.encoding, header).toBeUndefined();
    expect(JSON.parse(plain.body.toString()).Hotels).toHaveLength(20);
  }
});

const headOf = (target: string, length: number) =>
  `POST ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const closed = (socket: Socket) => new Promise<void>(resolve => socket.once('close', () => resolve()));

it('the server counts connections and the requests on each', async () => {
  const before = journal.read().length;
  const socket = connect(listening.port, '127.0.0.1', () => socket.write(`${headOf(path, 2)}{}`));
  socket.once('data', () => {
    socket.once('data', () => socket.end());
    socket.write(`${headOf(path, 2)}{}`);
  });
  await closed(socket);
  const seen = journal.read().slice(before);
  const connections = seen.map(({ facts }) => facts.connection);
  expect(connections.map(connection => connection?.request)).toEqual([1, 2]);
  expect(new Set(connections.map(connection => connection?.id)).size).toBe(1);
});

it('the server notes how many bytes left and that the client took them', async () => {
  const { body } = await search({});
  const ending = () => journal.read().at(-1)?.facts.closed;
  await expect.poll(ending).toMatchObject({ ending: 'complete', bytes: body.length });
});

it('the server says which port is taken', async () => {
  const again = listen(createTestSupplier(), { port: listening.port });
  await expect(again).rejects.toThrow(ListenError);
  await expect(again).rejects.toThrow(`${listening.port}: the port is in use`);
});

describe('a client that stops in the middle of its request', () => {
  const importPath = '/_control/sandboxes/import?id=slow';

  it('gets 408 and loses its connection when the request timeout is over', async () => {
    const impatient = await serve(supplier, { requestTimeout: 20 });
    const socket = connect(impatient.port, '127.0.0.1');
    socket.write(`${headOf(path, 100)}{"Criteria":`);
    const [answer] = await Promise.all([socket.toArray(), closed(socket)]);
    expect(Buffer.concat(answer).toString()).toMatch(/^HTTP\/1\.1 408 /);
    expect(journal.read({ limit: 1 })[0]?.facts.closed?.ending).toBe('client-gone');
  });

  it('may take longer for an import, as long as it goes on sending', async () => {
    const connections = createConnections();
    const begun = Promise.withResolvers<Socket>();
    const server = createServer(async (incoming, outgoing) => {
      connections.count(incoming.socket, outgoing);
      begun.resolve(incoming.socket);
      outgoing.end(Buffer.concat(await incoming.toArray()));
    });
    refuseBrokenRequests(server, connections, 60_000);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // a TCP server has a port
    socket.write(`${headOf(importPath, 2)}{`);
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }); // as Node reports it
    server.emit('clientError', late, await begun.promise);
    socket.write('}');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
    server.close();
  });

  it('loses its connection in an import when it sends nothing for the request timeout', async () => {
    const impatient = await serve(supplier, { requestTimeout: 20 });
    const socket = connect(impatient.port, '127.0.0.1');
    socket.resume().write(`${headOf(importPath, 100)}{`);
    await closed(socket);
  });
});

it('the server tells clients to reuse an idle connection for 75 seconds, so that a client that stops for a while does not meet its end', async () => {
  const answer = await fetch(listening.url);
  expect(answer.headers.get('keep-alive')).toBe('timeout=75');
});
