import { describe, expect, it } from 'vitest';
import { startSupplier, testCriteria } from '../hotel-client.ts';
import { brief, lastEntry, post } from './exchange-of.ts';

const { supplier, client } = startSupplier({ options: { rateLimit: false } });
const head = '{"Credential":{"Username":"demo","Password":"demo"},"Criteria":';
const searchFor = (change: object) => JSON.stringify({ ...testCriteria, ...change });

describe('an odd value', () => {
  const numbers = ['1e999', '-1e999', '123456789012345678901234567890', '1e308', '0.1', '-0'];
  it.each([...numbers, '9007199254740993'])('such as %s is refused where a count belongs', async number => {
    const rooms = `[{"NumAdults":${number}}]`;
    const body = `${head}${searchFor({ SearchRooms: 'ROOMS' }).replace('"ROOMS"', rooms)}}`;
    expect(brief(await post(supplier, body))).toBe('400 InvalidRequest Criteria.SearchRooms[0].NumAdults');
  });

  const texts = ['\ud800', '\udc00\ud800', 'a\u0000b', '\u202e', '🏨'.repeat(50), '\n\r\t', "  -'"];
  it.each(texts)('such as the text %j in a name is answered', async odd => {
    const conditions = await client.conditions();
    const [room] = conditions.choice.rooms;
    const guests = [
      { Name: odd, Surname: 'Silva', Age: 30 },
      { Name: 'Bruno', Surname: odd, Age: 30 },
    ];
    const Rooms = [{ RoomId: room?.Id, Paxs: guests }];
    const answer = await client.book(conditions, { Rooms, ExternalReference: odd });
    expect(answer).toMatchObject({ bookingStatus: 'Rejected', Errors: [{ Code: 'InvalidName' }] });
    expect((await client.detail(answer.BookingId)).Booking?.BookingId).toBe(answer.BookingId);
    expect((await client.call('getBooking', { ExternalReference: odd })).status).toBe(200);
  });

  it('of a megabyte is shown by its beginning only', async () => {
    const Criteria = { ...testCriteria, CheckinDate: 'x'.repeat(900_000) };
    const { status, text } = await client.call('hotel.search', { Criteria });
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(1_000);
    for (const body of [{ BookingId: 'y'.repeat(900_000) }, { BookingId: `${'y'.repeat(900_000)}@` }]) {
      const found = await client.call('getBookingDetail', body);
      expect(found.status).toBe(404);
      expect(found.text.length).toBeLessThan(2_500);
    }
    expect(JSON.stringify(lastEntry(supplier).facts).length).toBeLessThan(2_000);
  });

  it('a thousand times over is answered with a limited list of errors', async () => {
    const SearchRooms = new Array(1_000).fill({ NumAdults: 'many', Quantity: -1 });
    const Criteria = { ...testCriteria, SearchRooms };
    const { status, text } = await client.call('hotel.search', { Criteria });
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(100_000);
    expect(JSON.parse(text).Errors.at(-1).Message).toMatch(/is the first of \d+ more wrong fields/);
    expect(JSON.stringify(lastEntry(supplier).facts).length).toBeLessThan(20_000);
  });

  it('err.400: in a longer list than the contract allows is refused before the entries are checked', async () => {
    const change = { ChildAges: new Array(100_000).fill('x') };
    const Criteria = { ...testCriteria, SearchRooms: [{ NumAdults: 2, ...change }] };
    const refused = await client.call('hotel.search', { Criteria });
    expect(brief(refused)).toBe('400 InvalidRequest Criteria.SearchRooms[0].ChildAges');
    expect(refused.text).toContain('has 100000 entries; send at most 1000');
  });

  it.each([
    [1e308, '1e+308'],
    [2 ** 60, '"9999999999999999999"'],
  ])('is named as it is, or as digits of a number that may be a card: %s', async (NumAdults, shown) => {
    const Criteria = { ...testCriteria, SearchRooms: [{ NumAdults }] };
    const { text } = await client.call('hotel.search', { Criteria });
    expect(text).toContain(`got ${shown.replaceAll('"', '\\"')}`);
  });
});
