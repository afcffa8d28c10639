import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const invalid = { status: 400, answer: { errors: ['InvalidRequest'], fields: ['Criteria.CheckinDate'] } };
const odd = {
  facts: {
    warnings: [
      { kind: 'unknown-field' as const, field: 'Criteria.CheckInDate', message: 'did you mean CheckinDate?' },
    ],
  },
};

const lenient = (field: string, message = 'is text, but the contract has a number') => ({
  kind: 'lenient' as const,
  field,
  message,
});

testRule('request-matches-contract', {
  'a request that is taken': { traffic: traffic().search(), verdict: 'pass' },
  'a request that is refused, with the fields': {
    traffic: traffic().search(invalid),
    verdict: 'fail',
    at: [[1]],
    says: /hotel.search\), which was answered 400 InvalidRequest: Criteria.CheckinDate/,
  },
  'a method that an address does not have': {
    traffic: traffic().call(null, { status: 405, answer: { errors: ['MethodNotAllowed'] } }),
    verdict: 'fail',
    at: [[1]],
  },
  'an unknown field, once however often it is sent': {
    traffic: traffic().search(odd).search(odd),
    verdict: 'warn',
    at: [[1]],
    says: /Criteria.CheckInDate: did you mean CheckinDate/,
  },
  'numbers as text in many fields, as one harmless deviation': {
    traffic: traffic()
      .search({ facts: { warnings: [0, 1].map(n => lenient(`Criteria.SearchRooms[${n}].NumAdults`)) } })
      .conditions({ facts: { warnings: [lenient('HotelId')] } })
      .conditions({ facts: { warnings: [lenient('HotelId')] } }),
    verdict: 'warn',
    at: [[1, 2]],
    says: /: hotel.search Criteria.SearchRooms\[\].NumAdults, hotel.getBookingConditions HotelId: is text/,
  },
  'a byte-order mark and numbers as text, one deviation each': {
    traffic: traffic()
      .search({ facts: { warnings: [lenient('', 'a mark'), lenient('Criteria.Rooms')] } })
      .conditions({ facts: { warnings: [lenient('', 'a mark')] } }),
    verdict: 'warn',
    at: [[1, 2], [1]],
    says: /: the body of hotel.search, the body of hotel.getBookingConditions: a mark\./,
  },
  'a refusal by a fault': {
    traffic: traffic().search({ ...invalid, facts: { faults: [{ id: 'f', kind: 'status' }] } }),
    verdict: 'pass',
  },
  'a Token that is refused': {
    traffic: traffic()
      .search()
      .conditions({ status: 400, answer: { errors: ['TokenExpired'] } }),
    verdict: 'pass',
  },
  'a booking that is paid already': {
    traffic: traffic().pay({ status: 400, answer: { errors: ['InvalidRequest'], fields: ['BookingId'] } }),
    verdict: 'pass',
  },
  'a path that is spelled in another way': {
    traffic: traffic().search({ facts: { warnings: [{ kind: 'spelling', field: 'path', message: 'm' }] } }),
    verdict: 'pass',
  },
  'the tool server alone': { traffic: traffic().tool(), verdict: 'not-observed' },
});
