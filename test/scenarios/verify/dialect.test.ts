import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Profile, parseProfile } from '#contracts';
import { writeReport } from '#scenarios/report/index';
import { driftDocument, driftReportSchema, profileText } from '#scenarios/verify';
import { differences, standIn, verifyBooking, verifyWith } from './stage.ts';

/** A dialect whose places, types, formats and words differ from the contract. */
const structured: Profile = parseProfile({
  name: 'horizonte',
  fields: {
    TimeSpan: { format: 'iso' },
    BookingId: { as: 'number' },
    HotelId: { to: 'hotel_id', as: 'text' },
    Status: { values: { CONFIRMADO: 'Confirmed', CANCELADO: 'Canceled' } },
  },
  operations: {
    airportDetail: { answer: { latitude: 'place.latitude', longitude: 'place.longitude' } },
    'hotel.search': { answer: { 'Hotels.Rooms': { each: 'Room' } } },
    'car.search': { answer: { Cars: 'Result.Cars', '.Token': 'Result.Token', '.ReToken': 'Result.ReToken' } },
    getBookingDetail: { answer: { Booking: '.', 'Booking.Errors': 'BookingErrors' } },
    getBooking: { answer: { Booking: 'BookingDetail' } },
  },
});

const policies = 'Hotels.Rooms.CancellationPolicies';
/** A dialect that writes the fields which decide about a booking in another form. */
const amounts: Profile = parseProfile({
  name: 'amounts',
  operations: {
    'hotel.search': {
      answer: {
        [`${policies}.Value`]: 'Value.Value',
        [`${policies}.Currency`]: 'Value.Currency',
        [`${policies}.StartDate`]: { format: 'DD.MM.YYYY' },
        'Hotels.Rooms.RestrictionType': { values: { CanBook: 'can_book', OnRequest: 'on_request' } },
      },
    },
  },
});

const book = (profile: Profile, known?: Profile) =>
  verifyBooking({ supplier: standIn({ profile }) }, known && { profile: known });

describe('a dialect with other places, types, formats and words', () => {
  let first: Awaited<ReturnType<typeof book>>;
  beforeAll(async () => {
    first = await book(structured);
  });

  it('is learned without its profile, and a second verification with the learned profile finds no difference', async () => {
    const { report, profile } = first;
    expect(driftReportSchema.parse(report)).toEqual(report);
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);
    expect(new Set(report.names.map(({ written }) => written))).toEqual(new Set([true]));

    const learned = parseProfile(parse(profileText(profile, report)));
    expect(learned.fields).toEqual(structured.fields);
    expect(learned.operations).toEqual({
      airportDetail: { answer: { '.latitude': 'place.latitude', '.longitude': 'place.longitude' } },
      'hotel.search': { answer: { 'Hotels.Rooms': { each: 'Room' } } },
      'car.search': {
        answer: { '.Cars': 'Result.Cars', '.Token': 'Result.Token', '.ReToken': 'Result.ReToken' },
      },
      getBookingDetail: { answer: { '.Booking': '.', 'Booking.Errors': 'BookingErrors' } },
      getBooking: { answer: { '.Booking': 'BookingDetail' } },
    });
    const second = await book(structured, learned);
    expect(differences(second.report)).toEqual([]);
    expect(second.report.bookings).toMatchObject([{ state: 'cancelled' }]);
    expect(second.profile).toEqual(learned);
  });

  it('is explained in the report and in the profile', async () => {
    const { report, profile } = first;
    const text = await writeReport('text', driftDocument(report));
    expect(text).toContain(
      'Rooms: is in another place (each entry of the list is in an object with the one field Room)',
    );
    expect(text).toContain('got text (every value is a number as text; the profile converts it)');
    expect(profileText(profile, report)).toContain('# - TimeSpan: format: iso, in hotel.search');
  });

  it('sends ids back in the type of the supplier', async () => {
    const profile = parseProfile({ name: 'ids', fields: { HotelId: { as: 'text' } } });
    const { sent, bodies } = await verifyWith({ supplier: standIn({ profile }) });
    const asked = bodies.filter((_, index) => sent[index] === 'hotel.getBookingConditions');
    expect(asked.map(body => typeof JSON.parse(body).HotelId)).toEqual(['string']);
  });

  it('books no room while only a learned change says that the room is free to cancel', async () => {
    const { report, profile, sent } = await book(amounts);
    expect(sent).not.toContain('hotel.doBooking');
    const skipped = report.calls.find(({ operation }) => operation === 'hotel.doBooking');
    expect(skipped?.said).toMatch(
      /learned the form of .*Value.* only now; read the profile, and pass it with --profile/,
    );

    const learned = parseProfile(parse(profileText(profile, report)));
    const second = await book(amounts, learned);
    expect(differences(second.report)).toEqual([]);
    expect(second.report.bookings).toMatchObject([{ state: 'cancelled' }]);
  });
});
