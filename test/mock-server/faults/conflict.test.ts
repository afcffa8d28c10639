import { describe, expect, it } from 'vitest';
import { parseFault } from '#contracts/fault';
import { conflictBetween, createRecord, type FaultRecord } from '#mock-server/faults/record';

function armed(text: string, counts = { seen: 0, fired: 0 }): FaultRecord {
  return createRecord(parseFault(text), { id: 'armed', memory: {}, ...counts });
}

function between(one: string, other: string): string | undefined {
  const why = conflictBetween(armed(one), armed(other));
  expect(conflictBetween(armed(other), armed(one)) === undefined).toBe(why === undefined);
  return why;
}

describe('two faults contradict each other', () => {
  it.each([
    ['status=500', 'status=500', 'the status for airportDetail'],
    ['hotel.search:redirect=302', 'hotel.search:status=503', 'the status for hotel.search'],
    ['hotel.search:cut', '*.search:cut=mid-body', 'connection for hotel.search'],
    ['cut', 'hotel.search:status=500', 'the status for hotel.search'],
    ['hang', 'hotel.search:body=xml', 'the body for hotel.search'],
    ['body=xml', 'body=html', 'the body for airportDetail'],
    ['hang=PT1S', 'hang=PT2S', 'whether there is an answer for airportDetail'],
    ['timeline=confirmed', 'hotel.doBooking:timeline=pending', 'the statuses for hotel.doBooking'],
    ['price=10', 'price,byAmount=5', 'the price for hotel.getBookingConditions'],
    ['sold-out', 'price=10', 'the price for hotel.getBookingConditions'],
    ['sold-out=booking', 'hotel.doBooking:timeline=pending', 'the statuses for hotel.doBooking'],
    ['price=10,at=booking', 'sold-out=booking', 'the statuses for hotel.doBooking'],
    ['price=10,at=booking', 'timeline=pending', 'the statuses for hotel.doBooking'],
    ['price=10,at=booking', 'hotel.doBooking:business=FAILED', 'the statuses for hotel.doBooking'],
    ['price=10', 'business,errors=Full', 'the price for hotel.getBookingConditions'],
    ['terms=10', 'terms,nonRefundable', 'the taxes and cancellation policies for hotel.getBookingConditions'],
    ['visibility,goesBackTo=pending', 'getBooking:business=FAILED', 'bookings are found for getBooking'],
    ['business=FAILED', 'timeline=confirmed', 'the statuses for hotel.doBooking'],
    ['visibility=PT1M', 'visibility,then404', 'which bookings are found for getBooking'],
    ['payment=lost', 'payBooking:cut', 'connection for payBooking'],
    ['payment=declined', 'payment=pending', 'the result for the card for hotel.doBooking'],
    ['credential', 'credential', 'the credential for airportDetail'],
    ['hotel.search:cut,nth=2-4', 'hotel.search:cut,nth=4', 'connection for hotel.search'],
    ['hotel.search:cut,times=2', 'hotel.search:cut,nth=2', 'connection for hotel.search'],
    ['hotel.search:cut,probability=0.5,times=1', 'hotel.search:cut,nth=9', 'connection for hotel.search'],
    ['hotel.search:cut,nth=1', '*.search:cut,nth=2', 'connection for hotel.search'],
    ['cut,body.Rooms.RoomId=1', 'cut,body.Rooms.RoomId=2', 'connection for hotel.doBooking'],
    ['hotel.search:cut,connection=fresh', 'hotel.search:cut', 'connection for hotel.search'],
  ])('%s and %s', (one, other, what) => {
    expect(between(one, other)).toMatch(new RegExp(`^both faults decide .*${what}$`));
  });

  it.each([
    ['hotel.doBooking:hang=PT1S,commit=before', 'hotel.doBooking:cut,commit=never'],
    ['hotel.doBooking:body=xml,commit=never', 'hotel.doBooking:hang=PT1S,commit=after'],
  ])('%s and %s, in when the call takes effect', (one, other) => {
    const form = /^one fault lets hotel\.doBooking take effect "\w+", and the other fault "\w+"$/;
    expect(between(one, other)).toMatch(form);
  });
});

describe('two faults go together', () => {
  it.each([
    ['hotel.search:cut', 'car.search:cut'],
    ['delay=PT1S', 'delay=PT2S'],
    ['delay=PT1S', 'cut'],
    ['hang=PT1S', 'status=504'],
    ['hang=PT1S,commit=before', 'cut,commit=before'],
    ['hang=PT1S,commit=before', 'cut'],
    ['timeline=pending', 'price=10'],
    ['price=10', 'price=10,at=booking'],
    ['business,errors=Full', 'visibility=PT1M'],
    ['hotel.search:status=500', 'hotel.search:body=html'],
    ['status=500', 'hotel.search:cut=after-headers'],
    ['hotel.search:cut,nth=1', 'hotel.search:cut,nth=2'],
    ['hotel.search:cut,nth=1-3', 'hotel.search:cut,nth=4-9'],
    ['hotel.search:cut,times=2', 'hotel.search:cut,nth=3'],
    ['hotel.search:cut,nth=3-9,times=1', 'hotel.search:cut,nth=4'],
    ['hotel.search:cut,connection=fresh', 'hotel.search:cut,connection=reused'],
    ['hotel.search:cut,body.Criteria.DestinationId=1', 'hotel.search:cut,body.Criteria.DestinationId=2'],
    ['cut,body.Criteria.SearchRooms[0].NumAdults=1', 'cut,body.Criteria.SearchRooms[0].NumAdults=2'],
    ['price=10', 'revalidate=RoomsFoundWithChanges'],
  ])('%s and %s', (one, other) => {
    expect(between(one, other)).toBeUndefined();
  });

  it('when one of them is used up', () => {
    const spent = armed('hotel.search:cut,times=1', { seen: 1, fired: 1 });
    const past = armed('hotel.search:cut,nth=2-3', { seen: 3, fired: 2 });
    const paid = armed('payment=declined,times=2', { seen: 9, fired: 2 });
    expect(conflictBetween(paid, armed('payment=declined'))).toBeUndefined();
    expect(conflictBetween(spent, armed('hotel.search:cut'))).toBeUndefined();
    expect(conflictBetween(past, armed('hotel.search:cut'))).toBeUndefined();
    expect(conflictBetween(spent, armed('*.search:cut'))).toBeUndefined();
    expect(conflictBetween(armed('*.search:cut'), past)).toBeUndefined();
    expect(conflictBetween(armed('hotel.search:cut,times=1'), armed('hotel.search:cut'))).toBeDefined();
  });

  it('only as far as the calls to come are others', () => {
    const met = armed('hotel.search:cut,nth=5', { seen: 3, fired: 0 });
    expect(conflictBetween(met, armed('hotel.search:cut,nth=5'))).toBeUndefined();
    expect(conflictBetween(met, armed('hotel.search:cut,nth=2'))).toBeDefined();
    const late = armed('timeline=pending,times=1', { seen: 4, fired: 0 });
    expect(conflictBetween(late, armed('timeline=pending,nth=9'))).toBeDefined();
    const drawn = armed('hotel.search:cut,times=2,probability=0.5', { seen: 9, fired: 1 });
    expect(conflictBetween(drawn, armed('hotel.search:cut,nth=4'))).toBeDefined();
  });
});
