import type { Facts } from '#contracts/exchange';
import { type Say, toBooking, toConditions, traffic } from './build.ts';
import { carStep, hotelStep, oneTask, shared, taskOf, transferStep } from './tasks.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const from = (start: string, end = '2026-12-12') => traffic().search({ request: { start, end } });

testRule('dates-local-iso', {
  'calendar dates': passes(from('2026-12-10')),
  'the dates of the task': passes(from('2026-12-10'), oneTask),
  'a date with a time and a zone': fails([[1]], from('2026-12-10T00:00:00Z'), {
    says: /"2026-12-10T00:00:00Z"/,
    expects: /YYYY-MM-DD without time or zone/,
  }),
  'a day that does not exist': fails([[1]], from('2026-11-31')),
  'dates that a conversion has moved by a day': fails([[1], [1]], from('2026-12-09', '2026-12-11'), {
    ...oneTask,
    says: /one day off/,
    expects: /"2026-12-10", the date at the destination/,
  }),
  'the dates of a car': fails(
    [[1]],
    traffic('car').search({ request: { start: '2026-12-11', end: '2026-12-12' } }),
    { task: taskOf(carStep), says: /The other date is right, so the service would have another length/ },
  ),
  'other dates than those of the task': passes(from('2026-12-20', '2026-12-22'), oneTask),
  'calls without dates': notObserved(traffic().list()),
});

const transferAt = (...times: string[]) => traffic('transfer').search({ request: { times } });
const carAt = (...times: string[]) => traffic('car').search({ request: { times } });
const transfer = { task: taskOf(transferStep) };
/** The task of a transfer at a local time. */
const at = (date: string, time: string, zone: string) => {
  return { task: taskOf({ ...transferStep, criteria: { ...transferStep.criteria, date, time, zone } }) };
};
const twice = at('2026-10-25', '02:30', 'Europe/Madrid');
const quarters = at('2026-12-01', '12:00', 'Asia/Kathmandu');

testRule('times-utc-hhmm', {
  'the UTC of the local time': passes(transferAt('18:30'), transfer),
  'a time without a known local time': passes(transferAt('15:30')),
  'the local time itself': fails([[1]], transferAt('15:30'), {
    ...transfer,
    says: /"15:30", which is the local time \(exchange \d+\), but 2026-12-10 15:30 in America\/Sao_Paulo/,
    expects: /"18:30"/,
  }),
  'the first UTC time of a local time that occurs twice': passes(transferAt('00:30'), twice),
  'the second UTC time of a local time that occurs twice': passes(transferAt('01:30'), twice),
  'another UTC time of a local time that occurs twice': fails([[1]], transferAt('02:30'), twice),
  'the UTC of a zone with quarters of an hour': passes(transferAt('06:15'), quarters),
  'another time than the UTC of a zone with quarters of an hour': fails([[1]], transferAt('06:30'), quarters),
  'any time in a zone that does not exist': passes(transferAt('01:30'), at('2026-12-01', '12:00', 'No/Land')),
  'the times of a car, of which one is past midnight': passes(carAt('18:30', '01:00'), {
    task: taskOf(carStep),
  }),
  'a car that is brought back at the wrong time': fails([[1]], carAt('18:30', '22:00'), {
    task: taskOf(carStep),
  }),
  'a time with seconds': fails([[1]], transferAt('18:30:00'), { says: /"18:30:00"/ }),
  'a hotel, which has no time': notObserved(traffic().search()),
});

const of = (...countries: string[]) => traffic().search({ request: { countries } });

testRule('country-codes', {
  'countries that exist': passes(of('BR', 'PT')),
  'a country that does not exist': fails([[1]], of('XX'), { says: /"XX"/ }),
  'small letters': fails([[1]], of('br'), { expects: /such as "BR"/ }),
  'a name': fails([[1]], of('Brazil')),
  'calls without a country': notObserved(traffic().list()),
});

const sent = (facts: Partial<Facts>) => traffic().search({ facts });
const exposing = (...exposed: NonNullable<Facts['exposed']>) => sent({ exposed });
const gatewayKey = { in: 'header', name: 'x-api-key' } as const;
const inPath = { method: 'GET', credential: { in: 'url', mark: '~1' } } as const;
const airport = (more?: Partial<Facts>) => traffic().call('airportDetail', { facts: { ...inPath, ...more } });

/** A Search without a Credential. */
function nameless(more: Partial<Facts> = {}) {
  const builder = traffic().search();
  return { ...builder, facts: builder.facts.map(({ credential: _, ...rest }) => ({ ...rest, ...more })) };
}

testRule('credential-in-body', {
  'a Credential in the body': passes(traffic().search()),
  'the static token in a path': passes(airport()),
  'a Credential in the URL': fails([[1]], sent({ credential: { in: 'url', mark: '~1' } }), {
    says: /in the URL/,
  }),
  'a Credential in a header': fails([[1]], sent({ credential: { in: 'header', mark: '~1' } }), {
    says: /in a header/,
  }),
  'a Credential in the body and in a header beside it': fails(
    [[1]],
    exposing({ in: 'header', name: 'x-password' }),
    { says: /in a header, as x-password/ },
  ),
  'a password beside the static token': fails([[1]], airport({ exposed: [{ in: 'url', name: 'pwd' }] })),
  'a key that can be that of a gateway': warns([[1]], exposing(gatewayKey)),
  'a password beside the key of a gateway': fails([[1]], exposing(gatewayKey, { in: 'url', name: 'pwd' }), {
    says: /in the URL, as pwd/,
  }),
  'a body that the recorder left out': inconclusive(nameless({ request: {} }), { why: /not recorded/ }),
  'no Credential at all': fails([[1]], nameless(), { says: /no Credential/ }),
  'a bearer of the tool server': passes(traffic().tool()),
  'a bearer of the tool server in the URL': fails(
    [[1]],
    traffic().tool({ facts: { credential: { in: 'url', mark: 'x' } } }),
    { says: /the bearer token in the URL to the tool server/ },
  ),
  'a Password to the tool server': warns([[1]], traffic().tool({ facts: { tool: { hasCredential: true } } })),
});

const hotel = (managerId?: string) =>
  traffic().call('hotelDetail', { request: { item: '1', ...(managerId !== undefined && { managerId }) } });

testRule('manager-id-sent', {
  'a whole number': passes(hotel('1')),
  'no managerId': fails([[1]], hotel(), { says: /hotelDetail \(exchange \d+\) without managerId/ }),
  'a word': fails([[1]], hotel('one'), { says: /"one"/ }),
});

const gig = { request: { airport: 'GIG' } };
const airportCall = () => traffic().call('airportDetail', gig);

testRule('static-data-cached', {
  'an airport once': passes(airportCall()),
  'an airport again after 31 days': passes(airportCall().call('airportDetail', { ...gig, after: 'P31D' })),
  'two airports': passes(airportCall().call('airportDetail', { request: { airport: 'GRU' } })),
  'an airport again the next day': warns(
    [[1, 2]],
    airportCall().call('airportDetail', { ...gig, after: 'P1D' }),
    {
      says: /requested airportDetail of GIG again .* had the answer from 2026-11-20 10:00:00 \(exchange 1\)/,
    },
  ),
  'a hotel twice': warns([[1, 2]], hotel().call('hotelDetail', { request: { item: '1' } })),
  'an airport again after an error': passes(
    traffic()
      .call('airportDetail', { status: 500, ...gig })
      .call('airportDetail', gig),
  ),
  'what was typed, which is no record': notObserved(
    traffic().call('autocomplete', { request: { term: 'rio' }, answer: { found: 1 } }),
  ),
});

const searches = (count: number, say = {}) => {
  const built = traffic();
  for (let sent = 0; sent < count; sent += 1) built.search(say);
  return built;
};

testRule('search-not-repeated', oneTask, {
  'one Search': passes(searches(1)),
  'a second equal Search': passes(searches(2)),
  'a third equal Search, once': warns([[1, 2, 3]], searches(6), { says: /the same Search 3 times/ }),
  'a third equal Search after conditions that changed nothing': warns(
    [[1, 3, 5]],
    toConditions().search().conditions().search().conditions().book(),
  ),
  'equal Searches after refused, lost and changed conditions': passes(
    toConditions({ status: 400 })
      .search()
      .conditions({ lost: 'reset' })
      .search()
      .conditions({ answer: { errors: ['NoAvailability'] } })
      .search()
      .revalidate('RoomsNotFound')
      .search()
      .conditions()
      .book(),
  ),
  'equal Searches before each of several bookings': passes(
    toBooking().search().conditions().book().search().conditions().book(),
  ),
  'the Searches of a user who submits twice': passes(searches(4), {
    task: taskOf({ ...hotelStep, times: 2 }),
  }),
  'equal Searches an hour apart': passes(searches(5, { after: 'PT1H' })),
  'Searches for other places': passes(searches(2).search({ request: { destination: '1002' } })),
  'a Search that failed each time': notObserved(searches(5, { status: 503 })),
  'Searches without a task': notObserved(searches(5), { ...shared, why: /needs a task/ }),
});

type Warning = NonNullable<Facts['warnings']>[number];
/** A call about which the stand-in warns. */
const warned = (...warnings: Warning[]): Say => ({ facts: { warnings } });
const lenient = (field: string, message = 'is text, but the contract has a number'): Warning => {
  return { kind: 'lenient', field, message };
};
const refusedFor = (...fields: string[]): Say => ({
  status: 400,
  answer: { errors: ['InvalidRequest'], fields },
});
const invalid = refusedFor('Criteria.CheckinDate');
const odd = warned({
  kind: 'unknown-field',
  field: 'Criteria.CheckInDate',
  message: 'did you mean CheckinDate?',
});
const ageAsText = [0, 1].map(n => lenient(`Criteria.SearchRooms[${n}].NumAdults`));
const [idAsText, marked] = [lenient('HotelId'), lenient('', 'a mark')];

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
      .search(warned(...ageAsText))
      .conditions(warned(idAsText))
      .conditions(warned(idAsText)),
    {
      says: /: hotel.search Criteria.SearchRooms\[\].NumAdults, hotel.getBookingConditions HotelId: is text/,
    },
  ),
  'a byte-order mark and numbers as text, one deviation each': warns(
    [[1, 2], [1]],
    traffic()
      .search(warned(marked, lenient('Criteria.Rooms')))
      .conditions(warned(marked)),
    { says: /: the body of hotel.search, the body of hotel.getBookingConditions: a mark\./ },
  ),
  'a refusal by a fault': passes(
    traffic().search({ ...invalid, facts: { faults: [{ id: 'f', kind: 'status' }] } }),
  ),
  'a Token that is refused': passes(toConditions({ status: 400, answer: { errors: ['TokenExpired'] } })),
  'a booking that is paid already': passes(traffic().pay(refusedFor('BookingId'))),
  'a service in another currency than its trip': passes(
    toConditions().book({ ...refusedFor('BookingId'), request: { bookingId: 'B1' } }),
  ),
  'a new booking that is refused for its BookingId': fails(
    [[3]],
    toConditions().book(refusedFor('BookingId')),
  ),
  'a path that is spelled in another way': passes(
    traffic().search(warned({ kind: 'spelling', field: 'path', message: 'm' })),
  ),
  'the tool server alone': notObserved(traffic().tool()),
});

const spelled = warned({ kind: 'spelling', field: 'path', message: '"/x" is spelled "/X" in the contract' });
/** A request for an address that does not exist. */
const missing = (facts: Partial<Facts>): Say => ({ status: 404, facts });
const ofBrowser = (url: string) => missing({ method: 'GET', url });

testRule('canonical-paths', {
  'paths of the contract': passes(traffic().search()),
  'a path in another spelling, once however often it is sent': warns(
    [[1]],
    traffic().search(spelled).search(spelled),
    { says: /"\/x" is spelled "\/X"/ },
  ),
  'a path that does not exist': warns(
    [[1]],
    traffic().call(null, missing({ url: '/API/REST/Hotell.svc/Search?x=1' })),
    { says: /called POST \/API\/REST\/Hotell.svc\/Search \(exchange 1\), but/ },
  ),
  'a path that a browser requests by itself': notObserved(
    traffic()
      .call(null, ofBrowser('/favicon.ico'))
      .call(null, ofBrowser('/apple-touch-icon-precomposed.png')),
  ),
  'the tool server alone': notObserved(traffic().tool()),
});
