import { type Say, toBooking, traffic } from './build.ts';
import { expecting, hotelStep, oneTask, perPoll, scaled, shared, taskOf } from './tasks.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const marked = (mark: string, status = 200) => ({ status, request: { mark } });
const hotelTwice = () => traffic().call('hotelDetail', { status: 404 }).call('hotelDetail', { status: 404 });

testRule('client-errors-not-retried', oneTask, {
  'a Search that was refused once': passes(traffic().search({ status: 400 })),
  'a Search that was put right': passes(traffic().search(marked('a', 400)).search(marked('b'))),
  'the same Search after 400': fails([[1, 2]], traffic().search({ status: 400 }).search(), {
    says: /The client sent hotel.search again without a change at .* \(exchange 2\), although the answer at 10:00:00 was 400 \(exchange 1\)/,
  }),
  'the same look after 401': fails([[1, 2]], traffic().look({ status: 401 }).look()),
  'a look four minutes after 400': fails([[1, 2]], traffic().look({ status: 400 }).look({ at: 'PT4M' })),
  'the next poll after 400': warns([[1, 2]], traffic().look({ status: 400 }).look({ at: 'PT5M' })),
  'the same Search by another credential': passes(traffic().search({ status: 401, by: 'wrong' }).search()),
  'another look for a booking that was not found': notObserved(traffic().look({ status: 404 }).look()),
  'a hotel that is not there, twice': fails([[1, 2]], hotelTwice()),
  'a hotel that the task asks for twice': notObserved(hotelTwice(), {
    task: taskOf(hotelStep, { do: 'static', hotelId: 1, times: 2 }),
  }),
  'what may be two tests that ask for the same': warns(
    [[1, 2]],
    traffic().search({ status: 400 }).search({ status: 400 }),
    shared,
  ),
  'two calls under way at the same time': passes(
    traffic().search({ at: 0, took: 100, status: 400 }).search({ at: 50 }),
  ),
});

const gone = (took: Say['took'] & {}) => traffic().search({ took, lost: 'client-gone' });

testRule('waits-for-search', {
  'a Search that is given up at 15 s': passes(gone('PT15S')),
  'a Search that is answered after 12 s': passes(traffic().search({ took: 'PT12S' })),
  'a Search that is given up at 5 s': warns([[1]], gone('PT5S'), {
    says: /gave up the Search \(exchange \d+\) after 5 seconds/,
  }),
  'a Search that is waited for a minute': warns([[1]], traffic().search({ took: 'PT60S' }), {
    says: /still waited for the Search \(exchange \d+\) after 1 minute/,
  }),
  'a Search that a client without its turn lets go a second too late': passes(gone(19_900), scaled(4)),
  'a Search that is waited for longer than the machine can explain': warns([[1]], gone(20_100), {
    ...scaled(4),
    says: /still waited for the Search \(exchange \d+\) after 20.1 seconds/,
  }),
  'a Search that is given up early, and whose way took a quarter of a second': passes(
    gone(8_300),
    scaled(15),
  ),
  'a Search that is given up earlier than its way can explain': warns([[1]], gone(8_200), scaled(15)),
  'a Search on a clock that is too fast': inconclusive(gone('PT1S'), scaled(600)),
  'a Search that is answered at once': notObserved(traffic().search()),
});

const goneDuringBooking = (took: Say['took'] & {}, speed = 1) =>
  traffic('hotel', speed).search().conditions().book({ took, lost: 'client-gone' });

testRule('waits-for-booking', oneTask, {
  'a DoBooking that is given up at 45 s': passes(goneDuringBooking('PT45S')),
  'one that is given up earlier by less than the tolerance': passes(goneDuringBooking(44_600)),
  'a DoBooking that is answered after 40 s': passes(toBooking({ took: 'PT40S' })),
  'a DoBooking that is given up at 30 s': fails([[3]], goneDuringBooking('PT30S'), {
    says: /gave up DoBooking \(exchange \d+\) after 30 seconds/,
    expects: /45 seconds/,
  }),
  'a DoBooking that its user may have broken off': warns([[3]], goneDuringBooking('PT30S'), shared),
  'a client that is killed': notObserved(goneDuringBooking('PT1S'), {
    scenario: expecting({ restarts: { at: 'hotel.doBooking' } }),
  }),
  'a client that waits by its own clock while polls move the sandbox': fails(
    [[3]],
    goneDuringBooking('PT600S', 20),
    { ...perPoll, says: /after 30/ },
  ),
  'a DoBooking given up too early on a fast clock': fails([[3]], goneDuringBooking(41_200), scaled(15)),
  'a DoBooking whose answer took the machine a second': notObserved(toBooking({ took: 'PT18S' }), scaled(15)),
  'a DoBooking on a clock that is too fast': inconclusive(goneDuringBooking('PT1S'), scaled(600)),
});
