import { describe, expect, it } from 'vitest';
import { applyProfile, asObject, operationIds, operations } from '#contracts';
import { createFinder } from '#scenarios/pact/addressed';
import { committedPact, pactNames } from '../verifying.ts';

const find = createFinder(applyProfile(operations, undefined));
const interactions = pactNames.flatMap(name => committedPact(name).interactions);

describe('the pacts of the reference client', () => {
  it.each(operationIds)('say how %s goes, and how it is refused', id => {
    const own = interactions.filter(({ method, path }) => find(method, path)?.id === id);
    const statuses = new Set(own.map(({ status }) => status));
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 429, 500]));
  });

  it('name no interaction twice, and hold no version of a tool and no path of a machine', () => {
    const names = interactions.map(({ description }) => description);
    expect(new Set(names).size).toBe(names.length);
    const text = pactNames.map(name => JSON.stringify(committedPact(name).written)).join('\n');
    expect(text).not.toMatch(/"pact-js"|"pactRust"|\/tmp\/|127\.0\.0\.1:\d/);
  });
});

describe('the answers of the pacts', () => {
  it.each([
    ['doBooking', ['ConfirmationNumber', 'ExternalReference', 'CheckinDate', 'CheckoutDate', 'Voucher']],
    ['getBooking', ['ConfirmationNumber', 'ExternalReference', 'CheckinDate', 'CheckoutDate', 'Voucher']],
    ['getBookingDetail', ['ConfirmationNumber', 'ExternalReference', 'CheckinDate', 'Voucher']],
    ['getBookingList', ['ConfirmationNumber', 'ExternalReference']],
  ])('of %s have what the client reads of each entry', (operation, fields) => {
    const own = interactions.filter(({ description }) =>
      new RegExp(`^(?:hotel\\.)?${operation}$`).test(description),
    );
    const { body } = asObject(own[0]?.written.response);
    const { Booking, Services, Bookings } = asObject(asObject(body).content);
    const entries = Services ?? asObject(Booking).Services ?? Bookings;
    expect(own).toHaveLength(1);
    expect(Object.keys(asObject(Array.isArray(entries) ? entries[0] : undefined))).toEqual(
      expect.arrayContaining(fields),
    );
  });
});
