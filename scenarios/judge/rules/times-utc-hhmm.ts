import { type BookStep, defineRule, finding, onlyStepFor, utcTimes } from '../assess/index.ts';

export const timesUtcHhmm = defineRule({
  id: 'times-utc-hhmm',
  level: 'must',
  clauses: ['date.hours'],
  title: 'A correct client converts the local time of the task to UTC and sends it as HH:MM.',
  right: 'The client sends 15:30 in Rio de Janeiro as "18:30".',
  wrong: 'The client sends 15:30 in Rio de Janeiro as "15:30" or "18:30:00".',
  explanation:
    'The judge reads the times in each Search. If there is a task, the judge compares them with the local times of the task.',
  standsAlone: true,
  cases: traffic => traffic.of('search'),
  nothing: 'no Search contained a time of day',
  judgeCase(search, { task }) {
    const { times } = search.facts.request;
    if (!times) return 'not applicable';
    const step = onlyStepFor(search.product, task);
    const moments = step ? momentsOf(step) : [];
    return times.flatMap((time, index) => {
      const moment = moments[index];
      const meant = moment ? utcTimes(moment.date, moment.time, moment.zone) : [];
      if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) {
        return finding([search], {
          message: `The client sent the time "${time}" (exchange ${search.number}), which does not have the form HH:MM. A supplier may reject or misread such a time.`,
          expected: `A correct client sends a time of day as HH:MM in UTC${meant.length > 0 ? `: "${meant[0]}"` : ''}.`,
        });
      }
      if (!moment || meant.length === 0 || meant.includes(time)) return [];
      const isLocal = time === moment.time ? ', which is the local time' : '';
      return finding([search], {
        message: `The client sent the time "${time}"${isLocal} (exchange ${search.number}), but ${moment.date} ${moment.time} in ${moment.zone} is another time in UTC. The driver or the car would come at the wrong hour.`,
        expected: `A correct client sends "${meant[0]}", the same time in UTC.`,
      });
    });
  },
});

interface LocalTime {
  readonly date: string;
  readonly time: string;
  readonly zone: string;
}

/** Returns the local times of a task step, in the order of the request. */
function momentsOf(step: BookStep): LocalTime[] {
  if (step.product === 'car') return [step.criteria.pickup, step.criteria.dropoff];
  return step.product === 'transfer' ? [step.criteria] : [];
}
