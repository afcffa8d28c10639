import { describePact } from '../describe-pact.ts';

describePact('static-data', ({ answered, refused, refusedAsAll }) => {
  answered('airportDetail');
  refused('airportDetail', 'of a code that no airport has', 404, 'NotFound', {
    request: { airportCode: 'ZZZ' },
  });
  refused('airportDetail', 'beyond the rate', 429, 'RateLimited', { and: 'the rate is used up' });
  refusedAsAll('airportDetail');

  answered('autocomplete');
  answered('autocomplete', 'of what nothing is called', { request: { term: 'qqqqqq' }, answer: [] });
  refusedAsAll('autocomplete');

  answered('hotelDetail', '', { whole: ['rooms'] });
  refused('hotelDetail', 'that is missing', 404, 'NotFound', { and: 'hotel-detail-missing' });
  refusedAsAll('hotelDetail');
});
