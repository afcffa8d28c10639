import { beforeEach, describe, expect, it } from 'vitest';
import type { OperationId } from '#contracts';
import type { MockSupplier } from '#mock-server';
import {
  bookingBody,
  type Conditions,
  createHotelClient,
  createTestSupplier,
  type HotelClient,
} from '../hotel-client.ts';
import { refusedBy } from './exchange-of.ts';

const anna = { Username: 'anna', Password: 'anna-password' };
const twinCredential = { Username: 'twin', Password: 'twin-password' };
let supplier: MockSupplier;
let client: HotelClient;
let conditions: Conditions;

beforeEach(async () => {
  supplier = createTestSupplier({ options: { rateLimit: false }, credentials: [anna] });
  const clock = { mode: 'manual', start: 0 } as const;
  supplier.sandboxes.create({ id: 'twin', seed: 'another seed', credential: twinCredential, clock });
  client = createHotelClient(supplier.fetch);
  conditions = await client.conditions();
});

/** Expects a refusal with this code that changes nothing. Returns its message. */
async function refusal(id: OperationId, body: object, code: string, from = client): Promise<string> {
  const [error] = await refusedBy(supplier, from, id, body);
  expect(error?.Code).toBe(code);
  return error?.Message ?? '';
}

const selection = () => ({ HotelId: conditions.choice.HotelId, RoomIds: conditions.choice.RoomIds });
/** Expects that conditions of the first room are refused. */
const noConditions = (keys: object, code: string, from = client) =>
  refusal('hotel.getBookingConditions', { ...keys, ...selection() }, code, from);
const noRevalidation = (ReToken: unknown, code: string) =>
  refusal('hotel.revalidateBookingConditions', { ReToken, ...selection() }, code);
const noBooking = (change: object, code: string, from = client) =>
  refusal('hotel.doBooking', { ...bookingBody(conditions), ...change }, code, from);

describe('a Token', () => {
  it('flow.1: of a Search is refused by DoBooking, and that of conditions by conditions', async () => {
    const { Token } = await client.search();
    const takes = 'this step takes the Token of hotel.';
    expect(await noBooking({ Token }, 'TokenWrongStep')).toContain(`${takes}getBookingConditions`);
    expect(await noConditions({ Token: conditions.Token }, 'TokenWrongStep')).toContain(`${takes}search`);
  });

  it('auth.2: of another credential is treated as unknown, also by a call that looks up its state', async () => {
    const stranger = createHotelClient(supplier.fetch, { credential: anna });
    const { Token, ReToken } = await client.search();
    for (const keys of [{ Token }, { ReToken }])
      expect(await noConditions(keys, 'TokenUnknown', stranger)).not.toContain('issued at');
    await noBooking({}, 'TokenUnknown', stranger);
    await client.book(conditions);
    await noBooking({}, 'TokenUnknown', stranger);
  });

  it('auth.2: of another sandbox is treated as unknown', async () => {
    const baseUrl = 'http://supplier.test/sandbox/twin';
    const twin = createHotelClient(supplier.fetch, { baseUrl, credential: twinCredential });
    const { Token, ReToken } = await twin.search();
    await noConditions({ Token }, 'TokenUnknown');
    await noRevalidation(ReToken, 'TokenUnknown');
    expect((await twin.call('hotel.doBooking', bookingBody(conditions))).status).toBe(400);
  });

  const synthetic = ['x', 'S', 'K', 'S00000000000000000000000000000000', '__proto__', ' ', '\u0000'];
  it.each([...synthetic, 'Khotel.doBooking demo key'])('auth.2: such as %j is unknown', async made => {
    await noConditions({ Token: made }, 'TokenUnknown');
    await noConditions({ ReToken: made }, 'TokenUnknown');
    await noRevalidation(made, 'TokenUnknown');
    await noBooking({ Token: made }, 'TokenUnknown');
  });

  it('auth.2: is shown by its first 12 characters where it was never issued', async () => {
    const body = { Token: 'Sabcdefghijklmnop', ...selection() };
    const { text } = await client.call('hotel.getBookingConditions', body);
    expect(text).toContain('Sabcdefghijk…');
  });

  it('auth.2: is compared exactly, blanks and letter case included', async () => {
    const { Token } = await client.search();
    for (const odd of [` ${Token}`, `${Token}\n`, Token.toLowerCase(), `${Token}0`])
      await noConditions({ Token: odd }, 'TokenUnknown');
    expect((await client.call('hotel.getBookingConditions', { Token, ...selection() })).status).toBe(200);
  });

  it('flow.1: is not used up by a refused call', async () => {
    const search = await client.search();
    const statusOf = async (id: OperationId, body: object) => (await client.call(id, body)).status;
    const first = { Token: search.Token, ...selection() };
    expect(await statusOf('hotel.getBookingConditions', { ...first, RoomIds: ['nothing'] })).toBe(400);
    const Credential = { Username: 'demo', Password: 'wrong' };
    expect(await statusOf('hotel.getBookingConditions', { ...first, Credential })).toBe(401);
    const good = await client.conditions(search);
    expect(await statusOf('hotel.doBooking', { ...bookingBody(good), BookingId: '999' })).toBe(404);
    expect(await statusOf('hotel.doBooking', { ...bookingBody(good), Rooms: [] })).toBe(400);
    expect((await client.book(good)).bookingStatus).toBe('CONFIRMED');
  });
});

describe('a ReToken', () => {
  it('flow.1, field.retoken: is refused where a Token belongs, and the other way round', async () => {
    const { Token, ReToken } = await client.search();
    expect(await noConditions({ Token: ReToken }, 'TokenWrongStep')).toContain('is a ReToken');
    await noBooking({ Token: ReToken }, 'TokenWrongStep');
    await noConditions({ ReToken: Token }, 'TokenWrongStep');
    await noRevalidation(conditions.Token, 'TokenWrongStep');
  });

  it('of another Search does not give the rooms of this one', async () => {
    const { ReToken } = await client.search({ CheckinDate: '2026-12-20', CheckoutDate: '2026-12-23' });
    expect(await noConditions({ ReToken }, 'InvalidRequest')).toContain('is not in the Search');
  });
});
