import { describePact, retryAfter } from '../describe-pact.ts';

describePact('static-data', ({ answered, refused, refusedAsAll }) => {
  answered({ operation: 'airportDetail' });
  refused({
    operation: 'airportDetail',
    receives: 'airportDetail of a code that no airport has',
    request: { airportCode: 'ZZZ' },
    status: 404,
    code: 'NotFound',
  });
  refused({
    operation: 'airportDetail',
    receives: 'airportDetail beyond the rate',
    and: ['the rate is used up'],
    status: 429,
    code: 'RateLimited',
    headers: retryAfter,
  });
  refusedAsAll('airportDetail');

  answered({ operation: 'autocomplete' });
  answered({
    operation: 'autocomplete',
    receives: 'autocomplete of what nothing is called',
    request: { term: 'qqqqqq' },
    answer: [],
  });
  refusedAsAll('autocomplete');

  answered({ operation: 'hotelDetail', whole: ['rooms'] });
  refused({
    operation: 'hotelDetail',
    receives: 'hotelDetail that is missing',
    and: ['hotel-detail-missing'],
    status: 404,
    code: 'NotFound',
  });
  refusedAsAll('hotelDetail');
});
