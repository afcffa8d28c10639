import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest, shareWord } from '#contracts/util';

const bookings = ['hotel.getBookingConditions', 'hotel.doBooking', 'cancelBooking', 'getBooking'];
const ids = ['hotel.search', ...bookings, 'getBookingDetail'];
const fields = ['CheckinDate', 'CheckoutDate', 'NumNights', 'Id', 'Age'];

describe('nearest', () => {
  it.each([
    ['hotel.serach', 'hotel.search'],
    ['HOTEL.DOBOOKING', 'hotel.doBooking'],
    ['getBookings', 'getBooking'],
    ['getBookingDetails', 'getBookingDetail'],
    ['cancel', 'cancelBooking'],
    ['search', 'hotel.search'],
    ['CheckInDate', 'CheckinDate'],
    ['check_in_date', 'CheckinDate'],
    ['Checkin', 'CheckinDate'],
    ['NumNigths', 'NumNights'],
    ['Ids', 'Id'],
    ['Agee', 'Age'],
  ])('takes for %j the name %j', (name, meant) => {
    expect(nearest(name, ids.includes(meant) ? ids : fields)).toBe(meant);
  });

  it.each(['', 'x', 'Colour', 'Ag3s7', 'Telephone'])('finds nothing near %j', name => {
    expect(nearest(name, fields)).toBeUndefined();
  });

  it('prefers the same letters in another case to everything else, then the first of equals', () => {
    expect(nearest('token', ['Tokens', 'Token'])).toBe('Token');
    expect(nearest('Rooms', ['Room1', 'Room2'])).toBe('Room1');
  });

  it('counts two swapped neighbours as one difference', () => {
    expect(nearest('Aeg', ['Age'])).toBe('Age');
    expect(nearest('gAe', ['Age'])).toBe('Age');
    expect(nearest('eAg', ['Age'])).toBeUndefined();
  });

  it('finds every candidate by its exact name, and by its name with one extra letter', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), candidates => {
        const wanted = candidates[0] ?? '';
        expect(nearest(wanted, candidates)?.toLowerCase()).toBe(wanted.toLowerCase());
        if (wanted.length > 2) expect(nearest(`${wanted}#`, candidates)).toBeDefined();
      }),
    );
  });

  it('passes over a megabyte of foreign text without comparing it letter by letter', () => {
    expect(nearest('x'.repeat(1_000_000), ['a', 'Criteria', 'CheckinDate'.repeat(500)])).toBeUndefined();
  });
});

it.each([
  ['José Silva', 'SILVA/JOSE MR', true],
  ['Ana Silva', 'Ana Maria da Silva', true],
  ['Ana Silva', 'Otto Kern, Ida Kern', false],
  ['Ana S', 'Otto S', false],
  ['Ana Silva', '', true],
  ['', 'Otto Kern', true],
])('"%s" and "%s" share a word: %s', (a, b, shares) => {
  expect(shareWord(a, b)).toBe(shares);
});
