import { describe, expect, it } from 'vitest';
import { operationIds } from '#contracts';
import { readFault, scopeOf } from '#contracts/fault';
import { refusalOf } from './refusal-of.ts';

const scope = (text: string) => scopeOf(readFault(text));
const products = ['hotel', 'car', 'transfer', 'tour'];

describe('the operations of a fault', () => {
  it('are all of them for what acts everywhere', () => {
    for (const effect of ['status=500', 'delay=PT1S', 'hang', 'cut', 'body=xml', 'credential'])
      expect(scope(effect), effect).toEqual(operationIds);
  });

  it.each([
    ['hotel.search+car.search:cut', ['hotel.search', 'car.search']],
    ['*.doBooking:cut', products.map(product => `${product}.doBooking`)],
    ['car.*:cut', operationIds.filter(id => id.startsWith('car.'))],
    ['getBooking*:cut', ['getBooking', 'getBookingDetail', 'getBookingList']],
    ['getBooking:cut', ['getBooking']],
    ['*Detail:cut', ['airportDetail', 'hotelDetail', 'getBookingDetail']],
    ['hotel.search+*.search:cut', products.map(product => `${product}.search`)],
    ['*.search:cut,product=tour', ['tour.search']],
    ['cut,body.Criteria.DestinationId=1', ['hotel.search', 'tour.search']],
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
    ['car.*:cut,product=hotel', 'match.product', '"hotel": no operation of this product is among car.search'],
    ['hotel.search:price=10', 'match.operations', '"price" acts on GetBookingConditions'],
    ['hotel.search:business=FAILED', 'match.operations', 'without errors, those that tell a bookingStatus'],
    ['getBooking*:timeline=confirmed', 'match.operations', '"timeline" acts on DoBooking'],
    [
      'hotel.search:cut,body.Criteria.DestinationID=1',
      'match.body["Criteria.DestinationID"]',
      'a request of hotel.search has no "DestinationID" there; did you mean "DestinationId"?',
    ],
    ['hotel.search:cut,body.Criteria..x=1', 'match.body["Criteria..x"]', 'expected the path of a field'],
    ['hotel.search:cut,body.Criteria[x]=1', 'match.body["Criteria[x]"]', 'expected the path of a field'],
    [
      'hotel.search:cut,body.Criteria.Nationality.x=1',
      'match.body["Criteria.Nationality.x"]',
      'has no "x" there',
    ],
  ])('is refused: %s', (text, field, message) => {
    expect(refusalOf(() => scope(text))).toMatchObject([
      { field, message: expect.stringContaining(message) },
    ]);
  });

  it('is refused with the operations that its effect acts on', () => {
    expect(refusalOf(() => scope('hotel.search:sold-out=booking'))).toMatchObject([
      { valid: products.map(product => `${product}.doBooking`) },
    ]);
  });

  it('is refused with each pattern that fits nothing', () => {
    expect(refusalOf(() => scope('a.x+hotel.search+b.x:cut')).map(({ field }) => field)).toEqual([
      'match.operations[0]',
      'match.operations[2]',
    ]);
  });
});
