import { addDays } from '#contracts';
import { dayNumber } from '#contracts/calendar';
import { type BookStep, defineRule, finding, onlyStepFor } from '../assess/index.ts';

export const datesLocalIso = defineRule({
  id: 'dates-local-iso',
  level: 'must',
  clauses: ['date.local'],
  title: 'A correct client sends local dates of the destination as YYYY-MM-DD, without a time zone.',
  right: 'The request has CheckinDate "2026-12-10".',
  wrong: 'The request has CheckinDate "10/12/2026" or "2026-12-10T00:00:00Z".',
  explanation:
    'The judge reads the dates in each request. If there is a task, the judge compares the dates of a Search with the task.',
  standsAlone: true,
  cases: ({ calls }) => calls,
  nothing: 'no request contained a date',
  judgeCase(call, { task }) {
    const { start, end } = call.facts.request;
    if (start === undefined && end === undefined) return 'not applicable';
    const step = call.step === 'search' ? onlyStepFor(call.product, task) : undefined;
    const [first, last] = step ? datesOf(step) : [];
    return [
      { sent: start, meant: first },
      { sent: end, meant: last },
    ].flatMap(({ sent, meant }) => {
      if (sent === undefined) return [];
      if (!/^\d{4}-\d{2}-\d{2}$/.test(sent) || Number.isNaN(dayNumber(sent))) {
        return finding([call], {
          message: `The client sent the date "${sent}" (exchange ${call.number}), which does not have the form YYYY-MM-DD. A supplier may reject or misread such a date.`,
          expected: `A correct client sends a calendar date YYYY-MM-DD without time or zone${meant === undefined ? '' : `: "${meant}"`}.`,
        });
      }
      // If a client converts a date to another time zone, the date can move by one day.
      if (meant === undefined || Math.abs(dayNumber(sent) - dayNumber(meant)) !== 1) return [];
      const isOne = (start === first) !== (end === last) && first !== undefined && last !== undefined;
      const why = isOne
        ? 'The other date is right, so the service would have another length.'
        : 'A conversion to another time zone causes such a difference, and the traveller would have the wrong day.';
      return finding([call], {
        message: `The client sent the date "${sent}" (exchange ${call.number}), one day off the date "${meant}" in the task. ${why}`,
        expected: `A correct client sends "${meant}", the date at the destination.`,
      });
    });
  },
});

/** Returns the first and the last date of a task step. */
function datesOf(step: BookStep): (string | undefined)[] {
  if (step.product === 'hotel') {
    const { checkinDate, nights } = step.criteria;
    return [checkinDate, addDays(checkinDate, nights)];
  }
  if (step.product === 'car') return [step.criteria.pickup.date, step.criteria.dropoff.date];
  return step.product === 'tour' ? [step.criteria.from, step.criteria.to] : [step.criteria.date];
}
