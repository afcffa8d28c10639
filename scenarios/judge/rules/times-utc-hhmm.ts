import { type BookStep, defineRule, finding, onlyStepFor, utcTimes } from '../assess/index.ts';

/** Times of day are UTC, whatever the clocks of the place show. */
export const timesUtcHhmm = defineRule({
  id: 'times-utc-hhmm',
  level: 'must',
  clauses: ['date.hours'],
  title: 'Writes times as HH:MM and converts the local time of the task to UTC.',
  right: '15:30 in Rio de Janeiro is sent as "18:30".',
  wrong: '15:30 in Rio de Janeiro is sent as "15:30", or "18:30:00".',
  explanation: 'the requests as they were sent, and the local times of the task where there is one',
  standsAlone: true,
  cases: traffic => traffic.of('search'),
  nothing: 'no time of day was sent',
  judgeCase(search, { task }) {
    const { times } = search.facts.request;
    if (!times) return 'not applicable';
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
  },
});

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
