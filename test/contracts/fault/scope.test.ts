import { describe, expect, it } from 'vitest';
import { operationIds } from '#contracts';
import { readFault, scopeOf } from '#contracts/fault';
import { expectRefused, refusalOf } from './refusal-of.ts';

const scope = (text: string) => scopeOf(readFault(text));
const products = ['hotel', 'car', 'transfer', 'tour'];
const everyProduct = (name: string) => products.map(product => `${product}.${name}`);
const inCriteria = 'body.Criteria.DestinationId=1';

describe('the operations of a fault', () => {
  it('are all of them for what acts everywhere', () => {
    for (const effect of ['status=500', 'delay=PT1S', 'hang', 'cut', 'body=xml', 'credential'])
      expect(scope(effect), effect).toEqual(operationIds);
  });

  it.each([
    ['hotel.search+car.search:cut', ['hotel.search', 'car.search']],
    ['*.doBooking:cut', everyProduct('doBooking')],
    ['car.*:cut', operationIds.filter(id => id.startsWith('car.'))],
    ['getBooking*:cut', ['getBooking', 'getBookingDetail', 'getBookingList']],
    ['getBooking:cut', ['getBooking']],
    ['*Detail:cut', ['airportDetail', 'hotelDetail', 'getBookingDetail']],
    ['hotel.search+*.search:cut', everyProduct('search')],
    ['*.search:cut,product=tour', ['tour.search']],
    [`cut,${inCriteria}`, ['hotel.search', 'tour.search']],
  ])('are those that the match of %s names', (text, ids) => {
    expect(scope(text)).toEqual(ids);
  });

  it.each([
    ['timeline=confirmed', /doBooking$|cancel|payBooking/],
    ['price=10', /(getBookingConditions|revalidateBookingConditions)$/],
    ['price=10,at=booking', /doBooking$/],
    ['sold-out', /(getBookingConditions|revalidateBookingConditions)$/],
    ['sold-out=booking', /doBooking$/],
    ['revalidate=RoomsNotFound', /(getBookingConditions|revalidateBookingConditions)$/],
    ['visibility=PT1M', /^getBooking/],
    ['payment=declined', /doBooking$|payBooking/],
    ['visibility,then404', /^getBooking(Detail)?$/],
    ['visibility,goesBackTo=pending', /^getBooking(Detail)?$/],
    ['visibility=PT1M,then404', /^getBooking/],
    ['timeline=expired', /payBooking/],
    ['timeline=on-request', /doBooking$/],
    ['business=FAILED', /doBooking$|payBooking|cancel|^getBooking/],
  ])('are those that the effect of %s acts on', (text, form) => {
    expect(scope(text)).toEqual(operationIds.filter(id => form.test(id)));
    expect(scope(text).length).toBeGreaterThan(0);
  });

  it('are those of a match as far as the effect acts on them', () => {
    expect(scope('hotel.*:sold-out=booking')).toEqual(['hotel.doBooking']);
    expect(scope('*:business,errors=Full')).not.toContain('hotelDetail');
    expect(scope('*:business,errors=Full')).toContain('hotel.search');
  });
});

describe('a fault that can act nowhere', () => {
  it.each([
    ['hotel.serch:cut', 'match.operations[0]', 'no operation "hotel.serch"; did you mean "hotel.search"?'],
    ['hotel.search+boat.*:cut', 'match.operations[1]', 'no operation "boat.*"'],
    ['hotel.sear.h:cut', 'match.operations[0]', 'no operation'],
    ['car.*:cut,product=hotel', 'match.product', 'none of the operations car.search'],
    ['hotel.search:price=10', 'match.operations[0]', '"price" acts on GetBookingConditions'],
    ['*.search:price=10', 'match.operations', '"price" acts on GetBookingConditions'],
    ['*.search:business=FAILED', 'match.operations', 'an answer of hotel.search has no bookingStatus'],
    ['*.doBooking:timeline=expired', 'match.operations', 'cannot begin with expired; begin with one of'],
    ['hotel.search:business=FAILED', 'match.operations[0]', 'an answer of hotel.search has no'],
    ['hotel.doBooking+hotel.search:sold-out=booking', 'match.operations[1]', 'not on hotel.search'],
    ['getBookingList:visibility,then404', 'match.operations[0]', 'with hiddenFor, also getBookingList'],
    [
      `hotel.search+car.search:cut,${inCriteria}`,
      'match.operations[1]',
      'of car.search has no field "DestinationId"',
    ],
    ['DoBooking:cut', 'match.operations[0]', 'did you mean "*.doBooking"?'],
    ['*.DoBooking:cut', 'match.operations[0]', 'did you mean "*.doBooking"?'],
    ['search:cut', 'match.operations[0]', 'did you mean "*.search"?'],
    ['getbooking:cut', 'match.operations[0]', 'did you mean "getBooking"?'],
    ['cancelBookin:cut', 'match.operations[0]', 'did you mean "cancelBooking"?'],
    ['getBooking*:timeline=confirmed', 'match.operations', '"timeline" acts on DoBooking'],
  ])('is refused: %s', (text, field, message) => {
    expectRefused(() => scope(text), field, message);
  });

  it.each([
    ['cut', 'Pasword', 'no request of these operations has such a field'],
    ['cut', 'Credential.Pasword', 'has no field "Pasword" at this'],
    ['hotel.search:cut', 'Criteria', '"Criteria" is an object; write the'],
    ['hotel.search:cut', 'Criteria.SearchRooms[0]', 'is an object'],
    ['hotel.search:cut', 'Criteria[0].DestinationId', '"Criteria" is not a list; remove "[0]" from the path'],
    [
      'hotel.search:cut',
      'Criteria.SearchRooms[1000].NumAdults',
      'a list in a request has at most 1000 entries',
    ],
    ['hotel.search:cut', 'Criteria.DestinationID', 'at this path; did you mean "Criteria.DestinationId"?'],
    ['hotel.search:cut', 'Criteria.DestinationID', 'a request of hotel.search has no field "DestinationID"'],
    ['hotel.search:cut', 'Criteria..x', 'expected the path of a field'],
    ['hotel.search:cut', 'Criteria[x]', 'expected the path of a field'],
    ['hotel.search:cut', 'Criteria.Nationality.x', 'has no field "x" at this path'],
  ])('is refused: %s,body.%s=1 (%s)', (text, path, message) => {
    expectRefused(() => scope(`${text},body.${path}=1`), `match.body["${path}"]`, message);
  });

  it('is refused with the operations that its effect acts on', () => {
    const [detail] = refusalOf(() => scope('hotel.search:sold-out=booking'));
    expect(detail?.valid).toEqual(everyProduct('doBooking'));
  });

  it('is refused with each pattern that fits nothing', () => {
    const fields = refusalOf(() => scope('a.x+hotel.search+b.x:cut')).map(({ field }) => field);
    expect(fields).toEqual(['match.operations[0]', 'match.operations[2]']);
  });
});

describe('the first status of a timeline', () => {
  it.each([
    ['hotel.doBooking:timeline=cancelled', 'a timeline of hotel.doBooking cannot begin with cancelled'],
    ['hotel.doBooking:timeline=pending-cancellation', 'one of confirmed, on-request, pending'],
    ['hotel.doBooking:timeline=expired', 'cannot begin with expired'],
    ['hotel.doBooking:timeline=confirmed@PT1H;cancellation-failed', 'cannot begin with cancellation-failed'],
    ['cancelBooking:timeline=pending', 'begin with one of confirmed, pending-cancellation,'],
    ['payBooking:timeline=on-request', 'a timeline of payBooking cannot begin with on-request'],
  ])('is refused where a booking cannot come to it: %s', (text, message) => {
    expect(refusalOf(() => scope(text))[0]).toMatchObject({ message: expect.stringContaining(message) });
  });

  it.each([
    'hotel.doBooking:timeline=cancelled@PT1H',
    'hotel.doBooking:timeline=rejected',
    'cancelBooking:timeline=confirmed',
    'cancelBooking:timeline=cancellation-failed;cancelled@PT1H',
    'payBooking:timeline=pending;confirmed@PT1H',
  ])('is taken where it can: %s', text => {
    expect(scope(text)).toHaveLength(1);
  });
});
