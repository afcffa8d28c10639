import { type Flow, selectFlows } from '#scenarios/explore/flows';
import { kindOfInjection } from '#scenarios/explore/injections';
import type { PlayRun, Run } from '#scenarios/explore/play';

/**
 * Returns the runs of a client, without playing it: it makes each call again after a disturbance, and books twice if its second
 * attempt of DoBooking is cut. To this client, all other disturbances look alike.
 */
export const scriptedClient: PlayRun = async (_, schedule) => {
  const calls: Run['calls'][number][] = [];
  for (const operation of ['hotel.search', 'hotel.doBooking'] as const)
    for (const nth of [1, 2, 3]) {
      const hit = schedule.find(one => one.operation === operation && one.nth === nth);
      const isCut = hit && kindOfInjection(hit).includes('"kind":"cut"');
      const answer = !hit ? 'ok' : isCut ? 'cut' : 'failed';
      calls.push({ operation, nth, answer, changed: operation === 'hotel.doBooking' && !hit });
      if (!hit) break;
    }
  const last = calls.at(-2);
  const hasBookedTwice = last?.operation === 'hotel.doBooking' && last.nth === 2 && last.answer === 'cut';
  const text = calls.map(({ operation, nth, answer }) => `${operation} ${nth} ${answer}`);
  return {
    schedule,
    state: hasBookedTwice ? 'broken' : 'held',
    outcome: 'confirmed',
    calls,
    states: text.map((_one, index) => text.slice(index).join()),
    trace: text.join(),
    broken: hasBookedTwice
      ? [{ invariant: 'one-booking', level: 'must', message: 'It has booked twice.', exchanges: [] }]
      : [],
    books: { services: ['confirmed'], charges: [] },
  };
};

/** Returns the flow with an id. */
export function flowOf(id: string): Flow {
  const [flow] = selectFlows([id]);
  if (!flow) throw new Error(`there is no flow "${id}"`);
  return flow;
}
