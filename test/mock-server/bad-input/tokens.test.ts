import { beforeEach, describe, expect, it } from 'vitest';
import type { ErrorEntry, OperationId } from '#contracts';
import type { MockSupplier } from '#mock-server';
import {
  bookingBody,
  type Conditions,
  createHotelClient,
  createTestSupplier,
  type HotelClient,
} from '../hotel-client.ts';
import { effects } from './exchange-of.ts';

const anna = { Username: 'anna', Password: 'anna-password' };
let supplier: MockSupplier;
let client: HotelClient;
let conditions: Conditions;

beforeEach(async () => {
  supplier = createTestSupplier({ options: { rateLimit: false }, credentials: [anna] });
  supplier.sandboxes.create({
    id: 'twin',
    seed: 'another seed',
    credential: { Username: 'twin', Password: 'twin-password' },
    clock: { mode: 'manual', start: 0 },
  });
  client = createHotelClient(supplier.fetch);
  conditions = await client.conditions();
});

const _advance = (milliseconds: number) =>
  supplier.sandboxes.require('default').clock.advance({ by: milliseconds });

/** Expects a refusal with this code that changes nothing. Returns its message. */
async function refusal(id: OperationId, body: object, code: string, from = client): Promise<string> {
  const before = effects(supplier);
  const { status, body: answer } = await from.call(id, body);
  const { Errors } = answer as unknown as { Errors: ErrorEntry[] }; // every answer has Errors
  expect({ status, code: Errors[0]?.Code }).toEqual({ status: 400, code });
  expect(effects(supplier)).toBe(before);
  return Errors[0]?.Message ?? '';
}

const selection = () => ({ HotelId: conditions.choice.HotelId, RoomIds: conditions.choice.RoomIds });

describe('a Token', () => {
  it('flow.1: of a Search is refused by DoBooking, and that of conditions by conditions', async () => {
    const { Token } = await client.search();
    expect(
      await refusal('hotel.doBooking', { ...bookingBody(conditions), Token }, 'TokenWrongStep'),
    ).toContain('this step takes the Token of hotel.getBookingConditions');
    expect(
      await refusal(
        'hotel.getBookingConditions',
        { Token: conditions.Token, ...selection() },
        'TokenWrongStep',
      ),
    ).toContain('this step takes the Token of hotel.search');
  });

  it('auth.2: of another credential is treated as unknown, also by a call that looks up its state', async () => {
    const stranger = createHotelClient(supplier.fetch, { credential: anna });
    const { Token, ReToken } = await client.search();
    for (const change of [{ Token }, { ReToken }]) {
      const message = await refusal(
        'hotel.getBookingConditions',
        { ...change, ...selection() },
        'TokenUnknown',
        stranger,
      );
      expect(message).not.toContain('issued at');
    }
    await refusal('hotel.doBooking', bookingBody(conditions), 'TokenUnknown', stranger);
    await client.book(conditions);
    await refusal('hotel.doBooking', bookingBody(conditions), 'TokenUnknown', stranger);
  });

  it('auth.2: of another sandbox is treated as unknown', async () => {
    const twin = createHotelClient(supplier.fetch, {
      baseUrl: 'http://supplier.test/sandbox/twin',
      credential: { Username: 'twin', Password: 'twin-password' },
    });
    const { Token, ReToken } = await twin.search();
    await refusal('hotel.getBookingConditions', { Token, ...selection() }, 'TokenUnknown');
    await refusal('hotel.revalidateBookingConditions', { ReToken, ...selection() }, 'TokenUnknown');
    expect((await twin.call('hotel.doBooking', bookingBody(conditions))).status).toBe(400);
  });

  it.each([
    'x',
    'S',
    'R',
    'K',
    'S00000000000000000000000000000000',
    '__proto__',
    'constructor',
    ' ',
    '\u0000',
    'Khotel.doBooking demo key',
  ])('auth.2: that was never issued, such as %j, is refused in every place', async made => {
    await refusal('hotel.getBookingConditions', { Token: made, ...selection() }, 'TokenUnknown');
    await refusal('hotel.getBookingConditions', { ReToken: made, ...selection() }, 'TokenUnknown');
    await refusal('hotel.revalidateBookingConditions', { ReToken: made, ...selection() }, 'TokenUnknown');
    await refusal('hotel.doBooking', { ...bookingBody(conditions), Token: made }, 'TokenUnknown');
  });

  it('auth.2: is compared exactly, blanks and letter case included', async () => {
    const { Token } = await client.search();
    for (const odd of [` ${Token}`, `${Token}\n`, Token.toLowerCase(), `${Token}0`]) {
      await refusal('hotel.getBookingConditions', { Token: odd, ...selection() }, 'TokenUnknown');
    }
    expect((await client.call('hotel.getBookingConditions', { Token, ...selection() })).status).toBe(200);
  });

  it('flow.1: is not used up by a refused call', async () => {
    const search = await client.search();
    const wrong = { Token: search.Token, HotelId: conditions.choice.HotelId, RoomIds: ['nothing'] };
    expect((await client.call('hotel.getBookingConditions', wrong)).status).toBe(400);
    const good = await client.conditions(search);
    expect((await client.call('hotel.doBooking', { ...bookingBody(good), BookingId: '999' })).status).toBe(
      404,
    );
    expect((await client.call('hotel.doBooking', { ...bookingBody(good), Rooms: [] })).status).toBe(400);
    expect((await client.book(good)).bookingStatus).toBe('CONFIRMED');
  });
});

describe('a ReToken', () => {
  it('flow.1, field.retoken: is refused where a Token belongs, and the other way round', async () => {
    const { Token, ReToken } = await client.search();
    await refusal('hotel.getBookingConditions', { Token: ReToken, ...selection() }, 'TokenWrongStep');
    await refusal('hotel.doBooking', { ...bookingBody(conditions), Token: ReToken }, 'TokenWrongStep');
    await refusal('hotel.getBookingConditions', { ReToken: Token, ...selection() }, 'TokenWrongStep');
    await refusal(
      'hotel.revalidateBookingConditions',
      { ReToken: conditions.Token, ...selection() },
      'TokenWrongStep',
    );
  });

  it('of another Search does not give the rooms of this one', async () => {
    const { ReToken } = await client.search({ CheckinDate: '2026-12-20', CheckoutDate: '2026-12-23' });
    expect(
      await refusal('hotel.getBookingConditions', { ReToken, ...selection() }, 'InvalidRequest'),
    ).toContain('is not in the Search');
  });
});
