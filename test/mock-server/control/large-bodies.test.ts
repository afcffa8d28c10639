import { beforeAll, describe, expect, it } from 'vitest';
import type { SandboxFile } from '#contracts/control';
import { catalogue } from '#scenarios';
import { createTestSupplier } from '../hotel-client.ts';
import { createControlClient } from './control-client.ts';
import { exportMidway } from './midway.ts';

const control = createControlClient(createTestSupplier({ catalogue }).fetch);
const zeros = (length: number) => new Array(length).fill(0);
const members = (count: number) => Object.fromEntries(zeros(count).map((_, index) => [`m${index}`, 0]));
let file: SandboxFile;

beforeAll(async () => {
  file = JSON.parse(await exportMidway());
});

/** Imports a file, which must be refused. */
const refusedImport = async (body: unknown) => {
  const answer = await control.refused('importSandbox', { body, query: '?id=large' });
  return { ...answer, ...answer.body.error };
};
/** Returns a file whose only booking is changed. */
const withBooking = (change: object) => {
  const [booking] = file.store.bookings;
  return { ...file, store: { ...file.store, bookings: [{ ...booking, ...change }], due: [] } };
};

describe('an import', () => {
  it.each(['units', 'paxs', 'guestsPerRoom'])(
    'refuses more entries in %s than a request can have',
    async name => {
      const [service] = file.store.bookings[0]?.services ?? [];
      const services = [{ ...service, [name]: zeros(1_001) }];
      const { status, message, details } = await refusedImport(withBooking({ services }));
      expect([status, details.length]).toEqual([400, 1]);
      expect(message).toMatch(
        `store.bookings[0].services[0].${name}: expected at most 1000 entries, got [0,`,
      );
    },
  );

  it('refuses more faults, runs and credentials than a sandbox can have', async () => {
    const { details } = await refusedImport({
      ...file,
      faults: zeros(1_001),
      plays: zeros(2_001),
      start: { ...file.start, faults: zeros(1_001) },
      identity: { ...file.identity, credentials: zeros(10_001) },
    });
    const found = details.map(({ field, message }) => `${field} ${message.split(' entries')[0]}`).sort();
    expect(found).toEqual([
      'faults expected at most 1000',
      'identity.credentials expected at most 10000',
      'plays expected at most 2000',
      'start.faults expected at most 1000',
    ]);
  });

  it('refuses too many levels and too many members with 413', async () => {
    const deep = JSON.stringify(withBooking({ more: '@' })).replace('"@"', '['.repeat(400) + ']'.repeat(400));
    for (const [body, message] of [
      [deep, 'store.bookings[0]: is nested deeper than 400 levels'],
      [
        withBooking({ more: members(10_001) }),
        'store.bookings[0]: has an object with more than 10000 members',
      ],
    ])
      expect(await refusedImport(body)).toMatchObject({
        status: 413,
        message: expect.stringContaining(`${message}`),
      });
  });

  it('stops after 100 problems', async () => {
    const services = zeros(50_000);
    const { status, details } = await refusedImport(withBooking({ services }));
    expect([status, details.length]).toEqual([400, 100]);
  });

  it('reads the same file from chunks of any size', async () => {
    const text = JSON.stringify(file, null, 1);
    const bytes = new TextEncoder().encode(text);
    for (const size of [7, 1_000]) {
      const supplier = createTestSupplier({ catalogue });
      const body = new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
          controller.close();
        },
      });
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit; // the type lacks `duplex`
      const headers = { 'content-type': 'application/json' };
      const url = 'http://supplier.test/_control/sandboxes/import';
      expect((await supplier.fetch(url, { ...init, headers })).status).toBe(201);
      const again = await createControlClient(supplier.fetch).send('exportSandbox', { id: file.identity.id });
      expect(await again.json()).toEqual(file);
    }
  });
});

describe('a body of the control API', () => {
  it.each([
    [`{"faults":[${'0,'.repeat(1_000)}0]}`, 'faults: has 1001 entries; send at most 1000'],
    [JSON.stringify({ options: members(1_001) }), 'options: has 1001 members; send at most 1000'],
    [JSON.stringify(members(10_001)), 'the body has an object with more than 10000 members'],
    [`{"seed":${'['.repeat(700)}${']'.repeat(700)}}`, 'body: is nested deeper than 200 levels'],
    [
      JSON.stringify({ faults: [`hang${',a=1'.repeat(30_000)}`] }),
      'faults[0]: the shorthand has 120004 letters; write at most 100000',
    ],
  ])('is refused with 400 if it is too large: %.20s', async (body, message) => {
    const { status, body: answer } = await control.refused('createSandbox', { body });
    expect([status, answer.error.message]).toEqual([400, expect.stringContaining(message)]);
  });
});
