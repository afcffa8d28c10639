import type { Call } from '../traffic/call.ts';
import { type BookStep, onlyStepFor } from './asked.ts';
import type { JudgeContext } from './context.ts';
import { type Finding, finding, noCase, overEach } from './opinion.ts';
import { defineRule } from './rule.ts';
import { utcTimes } from './utc-times.ts';

/** Times of day are UTC, whatever the clocks of the place show. */
export const timesUtcHhmm = defineRule({
  id: 'times-utc-hhmm',
  level: 'must',
  clauses: ['date.hours'],
  title: 'Writes times as HH:MM and converts the local time of the task to UTC.',
  standsAlone: true,
  judge: (traffic, context) =>
    overEach(traffic.of('search'), search => judgeOne(search, context), 'no time of day was sent'),
});

function judgeOne(search: Call, { task }: JudgeContext): Finding[] | typeof noCase {
  const { times } = search.facts.request;
  if (!times) return noCase;
  const step = onlyStepFor(search.product, task);
  const asked = step ? momentsOf(step) : [];
  return times.flatMap((time, index) => {
    const moment = asked[index];
    const meant = moment ? utcTimes(moment.date, moment.time, moment.zone) : [];
    if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) {
      return finding([search], {
        message: `Exchange ${search.number} sends the time "${time}".`,
        expected: `A time of day HH:MM, in UTC${meant.length > 0 ? `: "${meant[0]}"` : ''}.`,
      });
    }
    if (!moment || meant.length === 0 || meant.includes(time)) return [];
    const isLocal = time === moment.time ? ', which is the local one' : '';
    return finding([search], {
      message: `Exchange ${search.number} sends the time "${time}"${isLocal}; ${moment.date} ${moment.time} in ${moment.zone} was asked for.`,
      expected: `"${meant[0]}", the same in UTC.`,
    });
  });
}

interface Moment {
  readonly date: string;
  readonly time: string;
  readonly zone: string;
}

/** The moments that a step asks for, in the order in which they are sent. */
function momentsOf(step: BookStep): Moment[] {
  if (step.product === 'car') return [step.criteria.pickup, step.criteria.dropoff];
  return step.product === 'transfer' ? [step.criteria] : [];
}
