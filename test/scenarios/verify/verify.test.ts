import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseProfile } from '#contracts';
import type { JsonObject } from '#contracts/util';
import { driftReportSchema, profileText, verifyTraffic } from '#scenarios/verify';
import { clientOf, hotelRequest } from '../../client/flow/world.ts';
import {
  type Alter,
  altering,
  booking,
  createStage,
  dialect,
  differences,
  each,
  standIn,
  verifyBooking,
  verifyWith,
} from './stage.ts';

/** Ten ways in which a supplier can differ. */
const tenWays: Alter = (id, json) => {
  if (id === 'hotel.search') {
    json.TimeSpan = String(json.TimeSpan).replace(' ', 'T');
    each(json.Hotels, hotel => {
      hotel.HotelId = String(hotel.HotelId);
      each(hotel.Rooms, room => {
        if (room.RestrictionType === 'CanBook') room.RestrictionType = 'Bookable';
      });
    });
  }
  if (id === 'car.search') each(json.Cars, car => void delete car.NumberOfDoors);
  if (id === 'car.getBookingConditions') json.TotalSellingPrice = 1234.5;
  if (id === 'transfer.search')
    each(json.Transfers, transfer => Object.assign(transfer, { CarbonGrams: 1200 }));
  if (id === 'tour.search') delete json.ReToken;
  if (id === 'airportDetail') {
    json.iata_code = json.iataCode;
    delete json.iataCode;
  }
  if (id === 'hotelDetail' && Number(json.id) % 2 === 0) json.category = Number(json.category);
  if (id === 'getBookingList') delete json.Errors;
  return json;
};

const tenFindings = [
  'airportDetail iataCode other-name iata_code: learned, 1 of 1',
  expect.stringMatching(/^hotelDetail category other-type: drift, [12] of [34]$/),
  'hotel.search TimeSpan other-value: drift, 1 of 1',
  'hotel.search Hotels.HotelId other-type: learned, 1 of 1',
  'hotel.search Hotels.Rooms.RestrictionType other-value: drift, 1 of 1',
  'car.search Cars.NumberOfDoors missing: learned, 1 of 1',
  'car.getBookingConditions TotalSellingPrice other-type: learned, 1 of 1',
  'transfer.search Transfers.CarbonGrams extra: learned, 1 of 1',
  'tour.search ReToken missing: drift, 1 of 1',
  'getBookingList Errors missing: drift, 1 of 1',
];

describe('verifying a target', () => {
  it('finds nothing that differs in the stand-in', async () => {
    const { report } = await verifyWith();
    expect(differences(report)).toEqual([]);
    expect(report.exitCode).toBe(0);
    expect(report.summary).toMatchObject({ drift: 0, learned: 0, extra: 0, missing: 0 });
    expect(report.summary.same).toBeGreaterThan(250);
    expect(report.summary.known).toBeGreaterThan(200);
  });

  it('names each of ten differences, and nothing else, and finds the same in a HAR file of that traffic', async () => {
    const stage = createStage({ alter: tenWays });
    const live = await stage.verify();
    expect(differences(live.report)).toEqual(tenFindings);
    expect(live.report.exitCode).toBe(1);
    expect(driftReportSchema.parse(live.report)).toEqual(live.report);
    const read = verifyTraffic({ name: 'traffic.har', text: stage.har(), now: () => 0 });
    expect(read.report.operations).toEqual(live.report.operations);
    expect(read.profile.operations).toEqual(live.profile.operations);
    expect(read.profile).toMatchObject({
      fields: { HotelId: { as: 'text' } },
      operations: {
        airportDetail: { answer: { '.iataCode': 'iata_code' } },
        'hotel.search': { answer: { '.TimeSpan': { format: 'YYYY-MM-DDTHH:mm:ss' } } },
      },
    });
  });

  it('only reads unless booking is allowed', async () => {
    const { sent } = await verifyWith();
    expect(sent.filter(id => booking.includes(id))).toEqual([]);
    expect(sent).toContain('tour.revalidateBookingConditions');
  });

  it('tells what no answer could show apart from what is missing', async () => {
    const { report } = await verifyWith({
      alter: altering('hotel.search', json => ({ ...json, Hotels: [] })),
    });
    expect(differences(report)).toEqual([]);
    const search = report.operations.find(({ id }) => id === 'hotel.search');
    const state = (field: string) => search?.fields.find(one => one.field === field);
    expect(state('Hotels')).toMatchObject({ state: 'known', answers: 1 });
    expect(state('Hotels.HotelId')).toMatchObject({ state: 'not-seen', answers: 0, of: 0 });
    const conditions = report.calls.find(({ operation }) => operation === 'hotel.getBookingConditions');
    const said = 'hotel.search returned no offer to choose';
    expect(conditions).toMatchObject({ result: 'not-asked', said });
  });

  it('keeps a field that fails in some answers apart from one that fails in all', async () => {
    let calls = 0;
    const { report } = await verifyWith({
      alter: altering('hotelDetail', json => (++calls === 2 ? { ...json, latitude: 'north' } : json)),
    });
    expect(differences(report)).toEqual(['hotelDetail latitude other-type: drift, 1 of 4']);
  });
});

describe('a dialect', () => {
  it('is learned, spoken by a stand-in with the written profile, and booked through by the reference client', async () => {
    const { report, profile } = await verifyBooking({ supplier: standIn({ profile: dialect }) });
    expect([...new Set(differences(report).map(line => line.split(' ')[2]))]).toEqual(['other-name']);
    expect(report.bookings).toMatchObject([{ state: 'cancelled' }]);

    const learned = parseProfile(parse(profileText(profile, report)));
    expect(learned.fields).toEqual(dialect.fields);
    expect(learned.operations).toEqual({ 'hotel.search': { answer: { 'Hotels.Rooms': 'roomOffers' } } });

    const again = standIn({ profile: learned });
    const bodies: JsonObject[] = [];
    const client = clientOf({
      clock: again.sandboxes.require('default').clock,
      profile: learned,
      fetch: async (input, init) => {
        const answer = await again.fetch(String(input), init);
        bodies.push(await answer.clone().json());
        return answer;
      },
    });
    expect(await client.book(hotelRequest, () => true)).toMatchObject({ outcome: 'confirmed' });
    expect(bodies[0]).toHaveProperty('sessionToken');
    expect(bodies.some(body => 'booking_status' in body)).toBe(true);

    const verified = await verifyBooking({ supplier: again }, { profile: learned });
    expect(differences(verified.report)).toEqual([]);
    expect(verified.profile).toEqual(learned);
  });

  it('with names that only their place shows is reported as missing and extra, and no request uses those names', async () => {
    const stage = createStage({
      alter: (id, json) => {
        if (id === 'hotel.search')
          each(json.Hotels, hotel => each(hotel.Rooms, room => rename(room, 'Id', 'roomKey')));
        if (id === 'car.search') each(json.Cars, car => rename(car, 'SippCode', 'Acriss'));
        return json;
      },
    });
    const { report, profile } = await stage.verify({ allowBooking: true });
    expect(differences(report)).toEqual([
      'hotel.search Hotels.Rooms.Id missing: learned, 2 of 2',
      'hotel.search Hotels.Rooms.roomKey extra: learned, 2 of 2',
      'car.search Cars.SippCode missing: learned, 1 of 1',
      'car.search Cars.Acriss extra: learned, 1 of 1',
    ]);
    expect(driftReportSchema.parse(report)).toEqual(report);
    expect(stage.bodies.join()).not.toMatch(/roomKey|Acriss/);
    expect(stage.sent).not.toContain('hotel.doBooking');

    const known = await stage.verify({
      profile: parseProfile({
        ...profile,
        operations: {
          'hotel.search': { answer: { 'Hotels.Rooms.Id': 'roomKey' } },
          'car.search': { answer: { 'Cars.SippCode': 'Acriss' } },
        },
      }),
      allowBooking: true,
    });
    expect(differences(known.report)).toEqual([]);
    expect(known.report.bookings).toMatchObject([{ state: 'cancelled' }]);
  });

  it('is read from a file with the paths that a profile gives', async () => {
    const moved = { ...dialect, operations: { 'car.search': { path: '/v2/cars' } } };
    const stage = createStage({ supplier: standIn({ profile: moved }) });
    await stage.verify({ profile: moved });
    const blind = verifyTraffic({ name: 'a.har', text: stage.har(), now: () => 0 });
    expect(blind.report.elsewhere).toEqual([{ method: 'POST', path: '/v2/cars', times: 1 }]);
    const fromTraffic = verifyTraffic({ name: 'a.har', text: stage.har(), profile: moved, now: () => 0 });
    expect(differences(fromTraffic.report)).toEqual([]);
    expect(fromTraffic.report.operations.map(({ id }) => id)).toContain('car.search');
  });
});

function rename(entry: JsonObject, name: string, called: string): void {
  entry[called] = entry[name];
  delete entry[name];
}
