import { beforeAll, describe, expect, it } from 'vitest';
import type { SandboxFile } from '#contracts/control';
import { showValue } from '#contracts/util';
import { catalogue } from '#scenarios';
import { createTestSupplier } from '../hotel-client.ts';
import { createControlClient } from './control-client.ts';
import { exportMidway } from './midway.ts';

const supplier = createTestSupplier({ catalogue });
const control = createControlClient(supplier.fetch);
let file: SandboxFile;
let imports = 0;

beforeAll(async () => {
  file = JSON.parse(await exportMidway());
});

const [booking, service] = [() => first(file.store.bookings), () => first(booking().services)];
function importOf(body: unknown) {
  imports += 1;
  return { body, query: `?id=long-${imports}` };
}
const withBooking = (change: object) => ({
  ...file,
  store: { ...file.store, bookings: [{ ...booking(), ...change }], due: [] },
});

function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error('long-values.test: the list is empty');
  return one;
}

describe('the check of an imported file', () => {
  it.each(['units', 'paxs', 'guestsPerRoom'])(
    'refuses more entries in %s than a request can have',
    async name => {
      const body = withBooking({ services: [{ ...service(), [name]: new Array(1_001).fill(0) }] });
      const { status, body: answer } = await control.refused('importSandbox', importOf(body));
      expect(status).toBe(400);
      const field = `store.bookings[0].services[0].${name}`;
      expect(answer.error.message).toMatch(`${field}: expected at most 1000 entries, got [0,`);
      expect(answer.error.details).toHaveLength(1);
    },
  );

  it('refuses more faults, runs and credentials than a sandbox can have', async () => {
    const [{ identity, start }, zeros] = [file, (length: number) => new Array(length).fill(0)];
    const { body } = await control.refused(
      'importSandbox',
      importOf({
        ...file,
        faults: zeros(1_001),
        plays: zeros(2_001),
        start: { ...start, faults: zeros(1_001) },
        identity: { ...identity, credentials: zeros(10_001) },
      }),
    );
    const shown = 'got [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0…';
    expect(new Set(body.error.details.map(({ field, message }) => `${field}: ${message}`))).toEqual(
      new Set([
        `identity.credentials: expected at most 10000 entries, ${shown}`,
        `start.faults: expected at most 1000 entries, ${shown}`,
        `faults: expected at most 1000 entries, ${shown}`,
        `plays: expected at most 2000 entries, ${shown}`,
      ]),
    );
  });

  it('refuses too many levels and too many members with 413', async () => {
    const deep = JSON.stringify(withBooking({ more: '@' })).replace('"@"', '['.repeat(400) + ']'.repeat(400));
    const members = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`member-${index}`, 0]));
    for (const [body, message] of [
      [deep, 'store.bookings[0]: is nested deeper than 400 levels; remove this element from the list'],
      [
        withBooking({ more: members }),
        'store.bookings[0]: has an object with more than 10000 members; remove the members that no export has',
      ],
    ]) {
      const { status, body: answer } = await control.refused('importSandbox', importOf(body));
      expect([status, answer.error.message]).toEqual([413, message]);
    }
  });
});

describe('a body of the control API', () => {
  it.each([
    [
      'too many entries',
      `{"faults":[${'0,'.repeat(1_000)}0]}`,
      'faults: has 1001 entries; send at most 1000',
    ],
    [
      'too many members',
      JSON.stringify({
        options: Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`o${index}`, 0])),
      }),
      'options: has 1001 members; send at most 1000',
    ],
    [
      'far too many members',
      JSON.stringify(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`o${index}`, 0]))),
      'the body has an object with more than 10000 members; remove the members that no export has',
    ],
    [
      'too many levels',
      `{"seed":${'['.repeat(700)}${']'.repeat(700)}}`,
      'body: is nested deeper than 200 levels; send fewer levels',
    ],
    [
      'a shorthand that is too long',
      JSON.stringify({ faults: [`hang${',a=1'.repeat(30_000)}`] }),
      'faults[0]: the shorthand has 120004 letters; write at most 100000',
    ],
  ])('is refused with 400 if it has %s', async (_, body, message) => {
    const { status, body: answer } = await control.refused('createSandbox', { body });
    expect([status, answer.error.message]).toEqual([400, message]);
  });

  it('arms a thousand faults, and refuses a list without arming a part', async () => {
    const { body: made } = await control.ask('createSandbox', { body: {} });
    const faults = Array.from({ length: 1_000 }, (_, index) => `hotel.search:status=503,nth=${index + 1}`);
    const refusal = await control.refused('armFaults', { id: made.id, body: [...faults.slice(1), 'cutt'] });
    expect(refusal.fields).toEqual(['[999].effect.kind']);
    expect((await control.ask('listFaults', { id: made.id })).body).toEqual([]);
    expect((await control.ask('armFaults', { id: made.id, body: faults })).body).toHaveLength(1_000);
  });

  it('is described in a message also if a text or a list in it is very long', () => {
    expect(showValue('4'.repeat(12_000_000))).toBe(`"${'4'.repeat(59)}…`);
    expect(showValue(new Array(2_000_000).fill('ana@example.com'))).toBe(
      '["aaa@aaaaaaa.aaa","aaa@aaaaaaa.aaa","aaa@aaaaaaa.aaa","aaa@…',
    );
    expect(showValue({ [`${'4 '.repeat(100)}`]: 1, password: 'x' })).toContain('9 9 9');
  });
});
