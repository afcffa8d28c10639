import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { checkInSteps, controlEndpoints, type SandboxFile } from '#contracts/control';
import { longList } from '#contracts/control/long-values';
import { eachFault, FaultError } from '#contracts/fault';
import { showValue } from '#contracts/util';
import { runAtOnce } from '#mock-server/clock/index';
import { catalogue } from '#scenarios';
import { createTestSupplier } from '../hotel-client.ts';
import { createControlClient } from './control-client.ts';
import { countSteps } from './count-steps.ts';
import { exportMidway } from './midway.ts';

const { store, journal } = controlEndpoints.importSandbox.request.shape;
const bookingSchema = store.shape.bookings.element;
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
  it('stops after 100 problems in one list', () => {
    const services = new Array(50_000).fill(0);
    expect(bookingSchema.safeParse({ ...booking(), services }).error?.issues).toHaveLength(100);
    const { result, steps } = countSteps(checkInSteps(bookingSchema, { ...booking(), services }));
    expect(result).toHaveLength(100);
    expect(result[99]).toEqual({ field: 'services[99]', message: 'expected an object, got 0' });
    expect(steps).toBeLessThan(20);
  });

  it('stops after 100 problems outside of a check in steps, and checks no further entry', () => {
    let checked = 0;
    const entry = z.custom(() => {
      checked += 1;
      return false;
    });
    expect(longList(entry).safeParse(new Array(1_000).fill(0)).error?.issues).toHaveLength(100);
    expect(checked).toBe(100);
    const services = new Array(1_000).fill({});
    expect(bookingSchema.safeParse({ ...booking(), services }).error?.issues).toHaveLength(100);
  });

  it.each([
    ['id', { id: 'x'.repeat(101) }, 'id: expected at most 100 letters'],
    ['time zone', { timeZone: 'x'.repeat(101) }, 'timeZone: expected at most 100 letters'],
    [
      'text of criteria',
      { criteria: `{${' '.repeat(1_048_576)}}` },
      'criteria: expected at most 1048576 letters',
    ],
  ])('refuses a long %s of a service', async (_, change, message) => {
    const body = withBooking({ services: [{ ...service(), ...change }] });
    const { status, body: answer } = await control.refused('importSandbox', importOf(body));
    expect(status).toBe(400);
    expect(answer.error.message).toMatch(`store.bookings[0].services[0].${message}`);
    expect(answer.error.details).toHaveLength(1);
  });

  it('leaves out the lists after the first 100 problems', () => {
    const { rate } = controlEndpoints.importSandbox.request.shape;
    const pairs = new Array(500).fill(0).map(() => ['demo', new Array(50).fill('soon')]);
    const { result, steps } = countSteps(checkInSteps(rate, pairs));
    expect(result).toHaveLength(100);
    expect(steps).toBeLessThan(100);
  });

  it('divides the check of a correct list into steps', () => {
    const services = new Array(2_000).fill(service());
    const { result, steps } = countSteps(checkInSteps(bookingSchema, { ...booking(), services }));
    expect(result).toEqual([]);
    expect(steps).toBeGreaterThan(100);
  });

  it('names a wrong field in a list inside of a list', () => {
    const timeline = [...new Array(50).fill(first(service().timeline)), { at: 'soon', status: 'confirmed' }];
    const services = [...new Array(30).fill(service()), { ...service(), timeline }];
    expect(runAtOnce(checkInSteps(bookingSchema, { ...booking(), services }))).toEqual([
      { field: 'services[30].timeline[50].at', message: 'expected a number, got "soon"' },
    ]);
  });

  it('names a wrong field in a long JSON text', () => {
    const [number, text] = first(file.journal.facts);
    const facts = {
      ...JSON.parse(text),
      more: 'x'.repeat(100_000),
      answer: { errors: [...new Array(30).fill('a'), 5] },
    };
    const details = runAtOnce(checkInSteps(journal.shape.facts.element, [number, JSON.stringify(facts)]));
    expect(details).toEqual([{ field: '[1].answer.errors[30]', message: 'expected text, got 5' }]);
  });

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

  it('refuses a fault with far more values than its schema accepts', async () => {
    const fault = { id: 'a', effect: { kind: 'hang' }, match: { operations: new Array(1_001).fill(0) } };
    const faults = [{ fault, seen: 0, fired: 0, memory: {} }];
    const { body } = await control.refused('importSandbox', importOf({ ...file, faults }));
    expect(body.error.message).toMatch('faults[0].fault: has more than 1000 values; remove the values');
    expect(body.error.details).toHaveLength(1);
  });

  it('stops after 100 wrong numbers in the memory of a fault', async () => {
    const memory = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`item ${index}`, 'x']));
    const faults = [{ fault: { id: 'a', effect: { kind: 'hang' } }, seen: 0, fired: 0, memory }];
    const schema = controlEndpoints.importSandbox.request.shape.faults;
    expect(schema.safeParse(faults).error?.issues).toHaveLength(100);
    const { fields } = await control.refused('importSandbox', importOf({ ...file, faults }));
    expect(fields[0]).toBe('faults[0].memory.item 0');
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

  it('accepts an export with thousands of services, of equal references and of levels in a recorded body', async () => {
    const services = Array.from({ length: 2_000 }, (_, index) => ({ ...service(), id: `${index}` }));
    const shared = [['trip', Array.from({ length: 20_000 }, (_, index) => `${index}`)]];
    const [number] = first(file.journal.bodies);
    const levels = JSON.parse('['.repeat(200) + ']'.repeat(200));
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`member-${index}`, 0]));
    const kept = JSON.stringify({ requestHeaders: {}, requestBody: { levels, many } });
    const changed = withBooking({ services });
    const body = {
      ...changed,
      store: { ...changed.store, shared },
      journal: { ...file.journal, bodies: [[number, kept]] },
    };
    const { body: made } = await control.ask('importSandbox', importOf(body));
    const again = await (await control.send('exportSandbox', { id: made.id })).json();
    expect(again.store.bookings[0].services).toHaveLength(2_000);
    expect(again.store.bookings[0].services[1_999]).toEqual(services[1_999]);
    const copy = JSON.stringify(again);
    await control.ask('importSandbox', importOf(copy));
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

  it('contains faults that its schema only describes, because they are checked when they are armed', () => {
    const fault = { effect: { kind: 'hang' } };
    const { data } = controlEndpoints.createSandbox.request.safeParse({ faults: [fault] });
    expect(data?.faults?.[0]).toBe(fault); // a schema that checks an object copies it
  });

  it('arms a thousand faults, and refuses a list without arming a part', async () => {
    const { body: made } = await control.ask('createSandbox', { body: {} });
    const faults = Array.from({ length: 1_000 }, (_, index) => `hotel.search:status=503,nth=${index + 1}`);
    const refusal = await control.refused('armFaults', { id: made.id, body: [...faults.slice(1), 'cutt'] });
    expect(refusal.fields).toEqual(['[999].effect.kind']);
    expect((await control.ask('listFaults', { id: made.id })).body).toEqual([]);
    expect((await control.ask('armFaults', { id: made.id, body: faults })).body).toHaveLength(1_000);
  });

  it('is checked only up to the first 100 mistakes in its faults', () => {
    let checked = 0;
    const check = () => {
      checked += 1;
      throw new FaultError('invalid', [{ message: 'wrong' }]);
    };
    expect(() => eachFault(new Array(1_000).fill('cutt'), check, index => `[${index}]`)).toThrow(FaultError);
    expect(checked).toBe(100);
  });

  it('is described in a message also if a text or a list in it is very long', () => {
    expect(showValue('4'.repeat(12_000_000))).toBe(`"${'4'.repeat(59)}…`);
    expect(showValue(new Array(2_000_000).fill('ana@example.com'))).toBe(
      '["aaa@aaaaaaa.aaa","aaa@aaaaaaa.aaa","aaa@aaaaaaa.aaa","aaa@…',
    );
    expect(showValue({ [`${'4 '.repeat(100)}`]: 1, password: 'x' })).toContain('9 9 9');
  });
});
