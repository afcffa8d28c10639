import { toConditions, traffic } from './build.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

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
  'a request that is taken': passes(traffic().search()),
  'a request that is refused, with the fields': fails([[1]], traffic().search(invalid), {
    says: /hotel.search\), which was answered 400 InvalidRequest: Criteria.CheckinDate/,
  }),
  'a method that an address does not have': fails(
    [[1]],
    traffic().call(null, { status: 405, answer: { errors: ['MethodNotAllowed'] } }),
  ),
  'an unknown field, once however often it is sent': warns([[1]], traffic().search(odd).search(odd), {
    says: /Criteria.CheckInDate: did you mean CheckinDate/,
  }),
  'numbers as text in many fields, as one harmless deviation': warns(
    [[1, 2]],
    traffic()
      .search({ facts: { warnings: [0, 1].map(n => lenient(`Criteria.SearchRooms[${n}].NumAdults`)) } })
      .conditions({ facts: { warnings: [lenient('HotelId')] } })
      .conditions({ facts: { warnings: [lenient('HotelId')] } }),
    {
      says: /: hotel.search Criteria.SearchRooms\[\].NumAdults, hotel.getBookingConditions HotelId: is text/,
    },
  ),
  'a byte-order mark and numbers as text, one deviation each': warns(
    [[1, 2], [1]],
    traffic()
      .search({ facts: { warnings: [lenient('', 'a mark'), lenient('Criteria.Rooms')] } })
      .conditions({ facts: { warnings: [lenient('', 'a mark')] } }),
    { says: /: the body of hotel.search, the body of hotel.getBookingConditions: a mark\./ },
  ),
  'a refusal by a fault': passes(
    traffic().search({ ...invalid, facts: { faults: [{ id: 'f', kind: 'status' }] } }),
  ),
  'a Token that is refused': passes(toConditions({ status: 400, answer: { errors: ['TokenExpired'] } })),
  'a booking that is paid already': passes(
    traffic().pay({ status: 400, answer: { errors: ['InvalidRequest'], fields: ['BookingId'] } }),
  ),
  'a path that is spelled in another way': passes(
    traffic().search({ facts: { warnings: [{ kind: 'spelling', field: 'path', message: 'm' }] } }),
  ),
  'the tool server alone': notObserved(traffic().tool()),
});
