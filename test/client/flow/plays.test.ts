import { describe, expect, it } from 'vitest';
import { type How, plain, play } from './play.ts';
import { createWorld, hotelRequest } from './world.ts';

// The scenarios of the catalogue, which the reference client plays too, prove the usual failures. These are the others.

const booked = 'search, conditions, book';
const nothing = { held: [], asked: [] };

describe('a booking', () => {
  const cases: Record<string, [fault: string, difference: object, how?: How]> = {
    'field.retoken: requests conditions by ReToken when their answer never arrived': [
      'hotel.getBookingConditions:hang,commit=before,times=1',
      { calls: 'search, conditions ×2, book, detail', minutes: 0.3 },
    ],
    'flow.3: finds itself when the answer was HTML': [
      'hotel.doBooking:body=html,times=1',
      { calls: `${booked}, look-up` },
    ],
    'flow.3: asks support when two answers were lost': [
      'hotel.doBooking:cut,times=2',
      {
        outcome: 'ask-support',
        calls: `${booked}, look-up ×7, conditions, book, look-up ×7`,
        held: [],
        minutes: 60,
      },
    ],
    'err.retry: ends after five Searches without an answer': [
      'hotel.search:hang',
      { outcome: 'error', calls: 'search ×5', ...nothing, minutes: 1.3 },
    ],
    'svc.5: reads a body with a wrong charset': ['getBookingDetail:body=wrong-charset', {}],
    'svc.5: reads the voucher again when the body is an HTML page': [
      'getBookingDetail:body=html,times=1',
      { calls: `${booked}, detail ×2` },
    ],
    'err.401: repeats nothing when the credential is revoked at the conditions': [
      'hotel.getBookingConditions:credential',
      { outcome: 'error', calls: 'search, conditions', ...nothing, said: { error: { status: 401 } } },
    ],
    'err.401: stays known when the credential is revoked before the voucher': [
      'getBookingDetail:credential',
      { outcome: 'pending', said: { error: { status: 401 } } },
    ],
    'flow.4, err.200: does not ask the user about conditions that have only errors': [
      'hotel.getBookingConditions:business,errors=SupplierTimeout',
      { outcome: 'unavailable', calls: 'search, conditions', ...nothing },
    ],
    'poll.rejected: follows up nothing that was rejected, and says why': [
      'hotel.doBooking:business=Rejected,errors=InvalidCharacters',
      {
        outcome: 'rejected',
        calls: booked,
        held: ['rejected'],
        said: { reasons: [{ Code: 'InvalidCharacters' }] },
      },
    ],
    'svc.6: is made where one supplier of the Search is down': [
      'hotel.search:business,errors=SupplierUnavailable',
      {},
    ],
    'trans.expire, limit.on-request: gives up an OnRequest without a decision after a day': [
      'hotel.doBooking:timeline=on-request',
      { outcome: 'expired', calls: `${booked}, detail ×144`, held: ['expired'], minutes: 1440 },
      { room: 'onRequest' },
    ],
    'poll.pending: is followed up by the plan of its new status': [
      'hotel.doBooking:timeline=technical-problem;pending@PT12M;confirmed@PT30M',
      { calls: `${booked}, detail ×5`, minutes: 35 },
    ],
    'poll.pending, svc.7: asks support by e-mail after thirty minutes of Pending': [
      'hotel.doBooking:timeline=pending',
      {
        outcome: 'ask-support',
        calls: `${booked}, detail ×3`,
        held: ['pending'],
        minutes: 30,
        said: { support: { channel: 'e-mail', hours: 'Monday to Friday, 09:00 to 18:00, GMT-3' } },
      },
    ],
    'status.solicitacao, svc.7: asks support by e-mail where the account is blocked': [
      'hotel.doBooking:timeline=credit-blocked',
      {
        outcome: 'ask-support',
        calls: booked,
        held: ['credit-blocked'],
        said: { support: { channel: 'e-mail' }, why: expect.stringContaining('SOLICITACAO DE RESERVA') },
      },
    ],
    'svc.7: asks support in the emergency channel for a voucher that cannot be read for thirty minutes': [
      'getBookingDetail:status=500',
      {
        outcome: 'ask-support',
        calls: `${booked}, detail ×9`,
        minutes: 30,
        said: { support: { channel: 'emergency' } },
      },
    ],
    'err.404, res.booking: waits for a voucher that shows late': [
      'getBookingDetail:visibility=PT4M',
      { calls: `${booked}, detail ×2`, minutes: 5 },
    ],
    'limit.conditions: uses conditions that are 4 minutes old': [
      'hotel.search:delay=PT0S',
      { minutes: 4 },
      { agrees: 4 },
    ],
    'limit.conditions, retoken.changed: asks the user again when the new conditions differ': [
      'hotel.getBookingConditions:revalidate=RoomsFoundWithChanges',
      { calls: 'search, conditions ×2, book, detail', asked: ['first', 'price and conditions'], minutes: 7 },
      { agrees: 7 },
    ],
    'limit.conditions, err.429: requests new conditions when they expire during a 429': [
      'hotel.doBooking:status=429,retryAfter=290,times=1',
      { calls: `${booked}, conditions, book, detail`, minutes: 5.8 },
      { agrees: 1 },
    ],
    'retoken.expired: searches again when the user thought for 26 hours, and asks again': [
      'hotel.search:delay=PT0S',
      {
        calls: 'search, conditions, search, conditions, book, detail',
        asked: ['first', 'first'],
        minutes: 1560,
      },
      { agrees: 1560 },
    ],
    'flow.6: finds itself when it was charged and the answer was lost': [
      'hotel.doBooking:payment=lost,times=1',
      { calls: `${booked}, look-up`, charges: ['Approved'] },
      { room: 'payNow' },
    ],
    'flow.6: fails where the card is declined with DoBooking': [
      'hotel.doBooking:payment=declined',
      { outcome: 'failed', calls: booked, held: ['failed'], charges: ['Declined'] },
      { room: 'payNow' },
    ],
    'svc.3: is not paid again when it is charged twenty seconds late': [
      'payBooking:delay=PT20S',
      { calls: `${booked}, pay, detail ×2`, charges: ['Approved'], minutes: 5.3 },
      { room: 'prepaid' },
    ],
    'svc.7: asks support in the emergency channel when two answers to a payment were lost': [
      'payBooking:cut',
      {
        outcome: 'ask-support',
        calls: `${booked}, pay, detail ×7, pay, detail ×7`,
        held: ['awaiting-payment'],
        minutes: 60,
        said: { support: { channel: 'emergency' } },
      },
      { room: 'prepaid' },
    ],
    'flow.4: has a declined payment where its answer has errors and no charge shows': [
      'payBooking:business=CONFIRMED,errors=SupplierTimeout',
      { outcome: 'payment-declined', calls: `${booked}, pay`, held: ['awaiting-payment'] },
      { room: 'prepaid' },
    ],
  };
  it.each(Object.entries(cases))('%s', async (_, [fault, difference, how]) => {
    expect(await play([fault], how)).toMatchObject({ ...plain, ...difference });
  });

  it('err.401, auth.1, res.credential: ends at once where the password is wrong', async () => {
    const world = createWorld([], { client: { credential: { Username: 'demo', Password: 'wrong' } } });
    expect(await world.book()).toMatchObject({ outcome: 'error', error: { status: 401 } });
    expect(world.calls()).toBe('search');
  });

  it('err.400: names the field that the supplier refuses, and repeats nothing', async () => {
    const world = createWorld();
    const criteria = { ...hotelRequest.criteria, DestinationId: '' };
    expect(await world.book({ ...hotelRequest, criteria })).toMatchObject({
      outcome: 'error',
      error: { status: 400, errors: [{ Field: expect.stringContaining('DestinationId') }] },
    });
    expect(world.calls()).toBe('search');
  });
});
