import { hour, traffic } from './build.ts';
import { notObserved, passes, testRule, warns } from './test-rule.ts';

const day = 24 * hour;
const gig = { request: { airport: 'GIG' } };
const airport = () => traffic().call('airportDetail', gig);

testRule('static-data-cached', {
  'an airport once': passes(airport()),
  'an airport again after 31 days': passes(airport().call('airportDetail', { ...gig, after: 31 * day })),
  'two airports': passes(airport().call('airportDetail', { request: { airport: 'GRU' } })),
  'an airport again the next day': warns([[1, 2]], airport().call('airportDetail', { ...gig, after: day }), {
    says: /requested airportDetail of GIG again .* had the answer from 2026-11-20 10:00:00 \(exchange 1\)/,
  }),
  'a hotel twice': warns(
    [[1, 2]],
    traffic()
      .call('hotelDetail', { request: { item: '1' } })
      .call('hotelDetail', { request: { item: '1' } }),
  ),
  'an airport again after an error': passes(
    traffic()
      .call('airportDetail', { ...gig, status: 500 })
      .call('airportDetail', gig),
  ),
  'what was typed, which is no record': notObserved(
    traffic().call('autocomplete', { request: { term: 'rio' }, answer: { found: 1 } }),
  ),
});
