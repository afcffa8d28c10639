import {
  bookBody,
  type Choice,
  conditionsBody,
  detailBody,
  flowSearchBody,
  type OtherProduct,
  otherSearchBody,
  paths,
  searchBody,
  toolCall,
} from '../requests.ts';
import type { Call, Visitor } from './connection.ts';

/** What to send. `from` makes the requests of a round differ from those of other rounds. */
export type Plan =
  | { kind: 'same-search' }
  /** Searches with new criteria, in turn in each of the sandboxes; by default in the default sandbox. */
  | { kind: 'new-searches'; from: number; sandboxes?: readonly string[] }
  /** Searches of another product, either repeated or always new. */
  | { kind: 'other-searches'; product: OtherProduct; isSame: boolean; from: number }
  | { kind: 'flow'; from: number }
  /** DoBookings with prepared bodies, each of which is sent once. */
  | { kind: 'books'; bodies: readonly string[] }
  | { kind: 'details'; ids: readonly string[] }
  | { kind: 'tools' };

/** Returns the visitors for the connections of one round. They share a counter. */
export function createVisitors(plan: Plan): () => Visitor {
  let sent = 'from' in plan ? plan.from : 0;
  const counting = (next: (n: number) => Call) => (): Visitor => ({
    reads: false,
    next: () => next(sent++),
  });
  if (plan.kind === 'flow') return () => booker(() => sent++);
  if (plan.kind === 'new-searches') {
    const prefixes = plan.sandboxes?.map(id => `/sandbox/${id}`) ?? [''];
    return counting(n => ({
      path: `${prefixes[n % prefixes.length]}${paths.search}`,
      body: searchBody(n),
    }));
  }
  if (plan.kind === 'other-searches') {
    const { product, isSame, from } = plan;
    const path = paths[product];
    const first = { path, body: otherSearchBody(product, from) };
    return counting(n => (isSame ? first : { path, body: otherSearchBody(product, n) }));
  }
  if (plan.kind === 'details') {
    // A large step, so that consecutive requests do not read neighbours in memory.
    return counting(n => ({
      path: paths.detail,
      body: detailBody(plan.ids[(n * 7_919) % plan.ids.length] ?? ''),
    }));
  }
  if (plan.kind === 'books')
    return counting(n => ({ path: paths.book, body: plan.bodies[n] ?? 'no body is left' }));
  if (plan.kind === 'tools') return counting(toolCall);
  const same = { path: paths.search, body: searchBody(0) };
  return counting(() => same);
}

/** Repeats Search, conditions, DoBooking and detail. */
function booker(nextFlow: () => number): Visitor {
  let step = 0;
  let flow = 0;
  let choice: Choice = { token: '', hotelId: '', roomId: '' };
  const steps = [
    () => {
      flow = nextFlow();
      return { path: paths.search, body: flowSearchBody(flow) };
    },
    (answer: string) => {
      choice = chooseFirst(answer);
      return { path: paths.conditions, body: conditionsBody(choice) };
    },
    (answer: string) => {
      choice = { ...choice, token: valueAfter(answer, '"Token":"') };
      return { path: paths.book, body: bookBody(choice, flow) };
    },
    (answer: string) => ({ path: paths.detail, body: detailBody(valueAfter(answer, '"BookingId":"')) }),
  ] as const;
  return {
    reads: true,
    next(answer) {
      const take = steps[step % steps.length] ?? steps[0];
      step += 1;
      return take(answer);
    },
  };
}

/** Selects the first room of the first hotel, which can always be booked and paid later. */
export function chooseFirst(answer: string): Choice {
  return {
    token: valueAfter(answer, '"Token":"'),
    hotelId: valueAfter(answer, '"HotelId":'),
    roomId: valueAfter(answer, '"Id":"'),
  };
}

/** Returns the value after a field name without parsing, so that the generator stays fast. */
export function valueAfter(answer: string, name: string): string {
  const start = answer.indexOf(name) + name.length;
  if (start < name.length) throw new Error(`no ${name} in ${answer.slice(0, 400)}`);
  let end = start;
  while (end < answer.length && !'",}'.includes(answer.charAt(end))) end += 1;
  return answer.slice(start, end);
}
