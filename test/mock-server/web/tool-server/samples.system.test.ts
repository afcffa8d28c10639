import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { operationIds, parseProfile } from '#contracts';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { type ListenOptions, listen } from '#mock-server/node';
import { createFolder } from '../../../folder.ts';
import { classicProfile, readProfile } from '../../pipeline/classic.ts';
import { createToolCaller } from './tool-caller.ts';

const { path: folder } = createFolder();

async function paste(script: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn('sh', ['-s'], { env: { ...process.env, ...env } });
  child.stdin.end(`${script}\n`);
  return (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
}

/** Serves a supplier. `sample` returns the script for an operation, `calls` the recorded calls of the supplier. */
async function serve(options: MockSupplierOptions, on: ListenOptions = {}) {
  const supplier = createMockSupplier({ options: { rateLimit: false }, ...options });
  const { port, close } = await listen(supplier, { port: 0, ...on });
  const tools = createToolCaller(fetch, `http://127.0.0.1:${port}/mcp`);
  const { journal } = supplier.sandboxes.require('default');
  return {
    close,
    sample: async (endpointId: string) =>
      String((await tools.tell('get_endpoint', { endpointId })).data.sample),
    calls: () => journal.read().flatMap(({ facts }) => (facts.tool ? [] : [facts])),
  };
}

/** Pastes the sample of every operation. Returns the samples, and those whose calls were not all answered well. */
async function pasteAll(options: MockSupplierOptions = {}, on?: ListenOptions, env?: Record<string, string>) {
  const { sample, calls, close } = await serve(options, on);
  const samples = new Map<string, string>();
  const wrong: unknown[] = [];
  for (const id of operationIds) {
    const before = calls().length;
    samples.set(id, await sample(id));
    const output = await paste(samples.get(id) ?? '', env);
    const own = calls().slice(before);
    const isFine = own.every(({ status, answer, warnings }) => status === 200 && !answer.errors && !warnings);
    if (!isFine || own.at(-1)?.operation !== id) wrong.push({ id, output, own });
  }
  await close();
  return { wrong, samples };
}

describe('the samples of get_endpoint, pasted into a shell,', () => {
  it('tool.get-endpoint: make calls that this very server answers with 200', async () => {
    expect((await pasteAll()).wrong).toEqual([]);
  });

  it('make good calls with another seed, on another day, with quotes in the password', async () => {
    const clock = { mode: 'manual', start: Date.parse('2032-02-28T23:30:00Z') } as const;
    const credential = { Username: 'ana', Password: `o'hara $HOME "x" \\n` };
    expect((await pasteAll({ seed: 'another', clock, credential })).wrong).toEqual([]);
  });

  it('speak the words of a profile', async () => {
    const { wrong, samples } = await pasteAll({ profile: readProfile('docs/guides/acme.yaml') });
    expect(wrong).toEqual([]);
    const script = samples.get('hotel.getBookingConditions');
    const words = [`'sessionToken' 1`, `'roomCode' 1`, '"auth":', '/v2/hotels/availability', '"arrival":'];
    for (const word of words) expect(script).toContain(word);
    expect(script).not.toMatch(/"Credential"|"CheckinDate"|"HotelId"/);
  });

  it('speak the bundled profile classic', async () => {
    const { wrong, samples } = await pasteAll({ profile: classicProfile });
    expect(wrong).toEqual([]);
    expect(samples.get('car.doBooking')).toMatch(/'CarId' 1[\s\S]*"Driver":/);
  });

  it('find a value by its name also where a profile gives that name to a field before it', async () => {
    const answer = { 'Hotels.HotelId': 'code', 'Hotels.Rooms.Id': 'code' };
    const profile = parseProfile({ name: 'same', operations: { 'hotel.search': { answer } } });
    const { wrong, samples } = await pasteAll({ profile });
    expect(wrong).toEqual([]);
    expect(samples.get('hotel.doBooking')).toContain(`ROOM_ID=$(pick "$SEARCH_ANSWER" 'code' 2)`);
  });

  it('find and send values at other places, with other types and date formats', async () => {
    const instant = { format: 'unix' };
    const day = (change: object) => ({ request: { ServiceDate: { ...instant, ...change } } });
    const rooms = { first: 'Best', to: 'More', each: 'Room' };
    const found = { Hotels: 'Found.Hotels', 'Hotels.Rooms': rooms, 'Hotels.Rooms.Id': 'Code.Number' };
    const again = { to: 'Session.Again', as: 'list' };
    const profile = parseProfile({
      name: 'moved',
      fields: { Token: 'Session.Key', ReToken: again, 'Criteria.CheckinDate': 'Stay.From' },
      operations: {
        'hotel.search': { answer: found },
        'hotel.getBookingConditions': { request: { RoomIds: { to: 'Chosen.Rooms', each: 'Code' } } },
        'hotel.doBooking': { answer: { BookingId: { to: 'Made.Locator', as: 'number' } } },
        getBookingDetail: { path: '/v2/bookings/{BookingId}' },
        cancelBooking: { request: { BookingId: { to: 'Ids.Locator', as: 'number' } } },
        'tour.search': { answer: { 'Tours.AvailableDates': instant } },
        'tour.getBookingConditions': day({}),
        'tour.revalidateBookingConditions': day({}),
        'tour.doBooking': day({ to: 'When.Day' }),
      },
    });
    const { wrong, samples } = await pasteAll({ profile });
    expect(wrong).toEqual([]);
    expect(samples.get('tour.doBooking')).toMatch(/"When":\{"Day":'"\$SERVICE_DATE"'\}/);
  });

  it('take every name of a profile and every credential letter by letter', async () => {
    const trap = join(folder, 'x').replaceAll('.', '');
    const fields = {
      Token: `r$(touch ${trap})`,
      ReToken: `o'hara "x" \\n \\`,
      HotelId: '^a*b$',
      CarId: '$1"',
      BookingId: '`id`; $HOME & !! | /:,{}',
      Id: 'ação\ttab',
      TransferId: '-n',
      ServiceId: 'a+b?(c)',
      Bookings: `'`,
    };
    const profile = parseProfile({ name: 'nasty', fields });
    const credential = { Username: 'ana', Password: `o'hara $HOME "x" \\n` };
    expect((await pasteAll({ profile, credential })).wrong).toEqual([]);
    expect(existsSync(trap)).toBe(false);
  });

  it('take user name, password and static token from the shell where other machines reach the server', async () => {
    const own = { credential: { Username: 'ana', Password: 's3cret-word' }, staticToken: 'st4tic-word' };
    const user = { UNDERSTUDY_USERNAME: 'ana', UNDERSTUDY_PASSWORD: 's3cret-word' };
    const env = { ...user, UNDERSTUDY_STATIC_TOKEN: 'st4tic-word' };
    expect((await pasteAll(own, { host: '0.0.0.0', controlToken: 'token' }, env)).wrong).toEqual([]);
  });

  it('name what has to be set, and send nothing without it', async () => {
    const { sample, calls, close } = await serve({}, { host: '0.0.0.0', controlToken: 'token' });
    for (const id of ['getBookingDetail', 'airportDetail'])
      expect(await paste(await sample(id))).toMatch(/UNDERSTUDY_\w+: set it to the .* of this server/);
    expect(calls()).toEqual([]);
    await close();
  });
});
