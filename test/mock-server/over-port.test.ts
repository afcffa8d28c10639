import { request } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '#contracts';
import { ListenError, type Listening, listen } from '#mock-server/node';
import { choose, createHotelClient, createTestSupplier, testCriteria } from './hotel-client.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
const { journal } = supplier.sandboxes.require('default');
let listening: Listening;
beforeAll(async () => {
  listening = await listen(supplier, { port: 0 });
});
afterAll(() => listening.close());

const searchBody = JSON.stringify({
  Credential: { Username: 'demo', Password: 'demo' },
  Criteria: testCriteria,
});

/** Posts without fetch, and returns the answer as it is on the wire. */
function post(path: string, headers: Record<string, string>, body = searchBody) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const call = request(listening.url + path, { method: 'POST', headers }, answer => {
        const chunks: Buffer[] = [];
        answer.on('data', chunk => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      });
      call.on('error', reject);
      call.end(body);
    },
  );
}

it('gives the authoritative price and the policies to confirm with GetBookingConditions (flow.2, field.pricing-info)', async () => {
  const client = createHotelClient((url, init) => fetch(url, init), { baseUrl: listening.url });
  const { TotalSellingPrice, PricingInfo, CancelPolicies, CancellationPolicies } = await client.conditions();
  expect(PricingInfo?.Total).toEqual(TotalSellingPrice);
  expect((PricingInfo?.Base.Value ?? 0) + (PricingInfo?.Taxes.Value ?? 0)).toBeCloseTo(
    TotalSellingPrice?.Value ?? 0,
    2,
  );
  expect(CancelPolicies).toEqual(CancellationPolicies);
});

it('gives check-in and check-out hours in UTC, whatever the season at the destination (date.hours)', async () => {
  const client = createHotelClient(supplier.fetch);
  const hours = async (DestinationId: string, CheckinDate: string) => {
    const search = await client.search({
      DestinationId,
      CheckinDate,
      CheckoutDate: undefined,
      NumNights: 2,
    } as object);
    const { HotelId, RoomIds } = choose(search);
    const { body } = await client.call('hotel.getBookingConditions', {
      Token: search.Token,
      HotelId,
      RoomIds,
    });
    return [body.CheckInHour, body.CheckOutHour];
  };
  expect(await hours('1001', '2027-07-10')).toEqual(['18:00', '14:00']); // Rio de Janeiro, UTC-3 all year
  expect(await hours('1008', '2027-01-10')).toEqual(['14:00', '10:00']); // Madrid in winter, UTC+1
  expect(await hours('1008', '2027-07-10')).toEqual(['13:00', '09:00']); // and in summer, UTC+2
});

it('compresses with gzip for clients that accept it, and for no other (svc.5)', async () => {
  const path = operations['hotel.search'].path;
  const packed = await post(path, { 'accept-encoding': 'gzip, deflate', 'content-type': 'application/json' });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(packed.body).toString()).Hotels).toHaveLength(20);
  for (const header of ['identity', 'gzip;q=0', 'br']) {
    const plain = await post(path, { 'accept-encoding': header });
    expect(plain.headers['content-encoding'], header).toBeUndefined();
    expect(JSON.parse(plain.body.toString()).Hotels).toHaveLength(20);
  }
});

it('counts connections and the requests on each', async () => {
  const call = 'POST /API/REST/Hotel.svc/Search HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
  const before = journal.read().length;
  await new Promise<void>(resolve => {
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(call));
    let answers = 0;
    socket.on('data', () => {
      answers += 1;
      if (answers === 1) socket.write(call);
      else socket.end();
    });
    socket.on('close', () => resolve());
  });
  const connections = journal
    .read()
    .slice(before)
    .map(entry => entry.facts.connection);
  expect(connections.map(connection => connection?.request)).toEqual([1, 2]);
  expect(new Set(connections.map(connection => connection?.id)).size).toBe(1);
});

it('notes how many bytes left and that the client took them', async () => {
  const { body } = await post(operations['hotel.search'].path, {});
  await expect
    .poll(() => journal.read().at(-1)?.facts.closed)
    .toMatchObject({ ending: 'complete', bytes: body.length });
});

it('says which port is taken and what to do', async () => {
  await expect(listen(createTestSupplier(), { port: listening.port })).rejects.toThrow(ListenError);
  await expect(listen(createTestSupplier(), { port: listening.port })).rejects.toThrow(
    `${listening.port}: the port is in use`,
  );
});

describe('a client that stops in the middle of its request', () => {
  it('gets 408 and loses its connection when the request timeout is over', async () => {
    const impatient = await listen(supplier, { port: 0, requestTimeout: 20 });
    const socket = connect(impatient.port, '127.0.0.1');
    const head = 'POST /API/REST/Hotel.svc/Search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n';
    socket.write(`${head}{"Criteria":`);
    const answer = await new Promise<string>(resolve => {
      let text = '';
      socket.on('data', chunk => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    await impatient.close();
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(journal.read({ limit: 1 })[0]?.facts.closed?.ending).toBe('client-gone');
  });

  it('may take longer for an import, if it sends a part of the import in each such time', async () => {
    const file = await (await fetch(`${listening.url}/_control/sandboxes/default/export`)).text();
    const impatient = await listen(supplier, { port: 0, requestTimeout: 1_000 });
    const socket = connect(impatient.port, '127.0.0.1');
    const answered = new Promise<string>(resolve => socket.once('data', chunk => resolve(String(chunk))));
    const head =
      'POST /_control/sandboxes/import?id=slow HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
    await new Promise(resolve =>
      socket.write(`${head}Content-Length: ${Buffer.byteLength(file)}\r\n\r\n${file[0]}`, resolve),
    );
    // The server refuses another request that began later, so the time of the import is also over.
    const other = connect(impatient.port, '127.0.0.1');
    other.resume().write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n');
    await new Promise(resolve => other.once('close', resolve));
    socket.write(file.slice(1));
    expect(await answered).toMatch(/^HTTP\/1\.1 201 /);
    await impatient.close();
  });

  it('loses its connection in an import when it sends nothing for the request timeout', async () => {
    const impatient = await listen(supplier, { port: 0, requestTimeout: 20 });
    const socket = connect(impatient.port, '127.0.0.1');
    const head =
      'POST /_control/sandboxes/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
    socket.resume().write(`${head}Content-Length: 100\r\n\r\n{`);
    await new Promise(resolve => socket.once('close', resolve));
    await impatient.close();
  });
});
