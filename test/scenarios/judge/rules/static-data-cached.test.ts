import { hour, traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const day = 24 * hour;
const gig = { request: { airport: 'GIG' } };
const airport = () => traffic().call('airportDetail', gig);

testRule('static-data-cached', {
  'an airport once': { traffic: airport(), verdict: 'pass' },
  'an airport again after 31 days': {
    traffic: airport().call('airportDetail', { ...gig, after: 31 * day }),
    verdict: 'pass',
  },
  'two airports': {
    traffic: airport().call('airportDetail', { request: { airport: 'GRU' } }),
    verdict: 'pass',
  },
  'an airport again the next day': {
    traffic: airport().call('airportDetail', { ...gig, after: day }),
    verdict: 'warn',
    at: [[1, 2]],
    says: /requested airportDetail of GIG again .* had the answer from 2026-11-20 10:00:00 \(exchange 1\)/,
  },
  'a hotel twice': {
    traffic: traffic()
      .call('hotelDetail', { request: { item: '1' } })
      .call('hotelDetail', { request: { item: '1' } }),
    verdict: 'warn',
    at: [[1, 2]],
  },
  'an airport again after an error': {
    traffic: traffic()
      .call('airportDetail', { ...gig, status: 500 })
      .call('airportDetail', gig),
    verdict: 'pass',
  },
  'what was typed, which is no record': {
    traffic: traffic().call('autocomplete', { request: { term: 'rio' }, answer: { found: 1 } }),
    verdict: 'not-observed',
  },
});
