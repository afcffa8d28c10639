import { type Outcome, outcomes, type Scenario } from '#contracts/scenario';
import type { Counterexample } from './counterexamples.ts';
import type { PlayRun, Run } from './play.ts';
import { scenarioOf } from './schedule.ts';
import { faultOf } from './shorthand.ts';
import { injectionText } from './story.ts';

/** The outcomes with which a client may give up or leave the booking open. Whether they are true, the books show after each run. */
const cautious = ['ask-support', 'pending', 'error', 'failed', 'unavailable'] as const;

/**
 * Returns the scenario that shows a failure again. Its expectation is what the reference client does; if the reference client fails
 * too, the expectation is what the books of the supplier allow. A client that is more cautious than the reference client passes too,
 * because an exploration accepts such a client.
 *
 * @param number the number of the failure, which makes the id unique
 * @param reference plays the reference client
 */
export async function regressionOf(
  { flow, schedule, broken }: Counterexample,
  number: number,
  reference: PlayRun,
): Promise<Scenario> {
  const { setup, restarts, clocks: _, trigger: __, surname: ___, ...rest } = scenarioOf(flow, schedule);
  const right = await reference(flow, schedule);
  const faults = schedule.flatMap(one => ('effect' in one ? [faultOf(one)] : []));
  const allowed = outcomesOf(right);
  // If the client gave up without need, only the outcome of the reference client shows that it no longer does.
  const isGivenUp = broken.level === 'should' || broken.rule === 'outcome-as-expected';
  const tolerated = isGivenUp ? [] : cautious.filter(outcome => !allowed.includes(outcome));
  return {
    ...rest,
    id: `explored-${flow.id}-${number}`,
    title: `A client broke ${broken.invariant} after: ${schedule.map(injectionText).join('; ') || 'no disturbance'}.`,
    tags: ['explored'],
    rules: ['outcome-as-expected'],
    setup: { ...setup, faults: [...(flow.scenario.setup?.faults ?? []), ...faults] },
    ...(restarts && { restarts }),
    outcomes: allowed,
    ...(tolerated.length > 0 && { tolerated }),
    truth: {
      services: [...right.books.services] as Scenario['truth']['services'], // the books contain only known statuses
      ...(right.books.charges.length > 0 && {
        charges: [...right.books.charges] as NonNullable<Scenario['truth']['charges']>,
      }),
    },
  };
}

function outcomesOf({ outcome, state, books }: Run): [Outcome, ...Outcome[]] {
  const reported = outcomes.find(one => one === outcome);
  if (state !== 'broken' && reported !== undefined) return [reported];
  const isConfirmed = books.services.length > 0 && books.services.every(status => status === 'confirmed');
  return isConfirmed ? ['confirmed', 'ask-support'] : ['ask-support', 'pending'];
}
