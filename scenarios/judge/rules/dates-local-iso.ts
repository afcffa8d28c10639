import { addDays } from '#contracts';
import { dayNumber } from '#contracts/calendar';
import { type BookStep, defineRule, finding, onlyStepFor } from '../assess/index.ts';

/** Dates are those of the place, in the one form that has no zone. */
export const datesLocalIso = defineRule({
  id: 'dates-local-iso',
  level: 'must',
  clauses: ['date.local'],
  title: 'Writes dates as YYYY-MM-DD in the calendar of the destination, with no zone.',
  right: '"2026-12-10".',
  wrong: '"10/12/2026", or "2026-12-10T00:00:00Z".',
  explanation: 'the requests as they were sent',
  standsAlone: true,
  cases: ({ calls }) => calls,
  nothing: 'no date was sent',
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
          message: `Exchange ${call.number} sends the date "${sent}".`,
          expected: `A calendar date YYYY-MM-DD without time or zone${meant === undefined ? '' : `: "${meant}"`}.`,
        });
      }
      // A day off is what a conversion to another zone makes of it.
      if (meant === undefined || Math.abs(dayNumber(sent) - dayNumber(meant)) !== 1) return [];
      return finding([call], {
        message: `Exchange ${call.number} sends the date "${sent}", a day off the one that was asked for.`,
        expected: `"${meant}", the date at the destination.`,
      });
    });
  },
});

/** The first and the last date that a step asks for. */
function datesOf(step: BookStep): (string | undefined)[] {
  if (step.product === 'hotel') {
    const { checkinDate, nights } = step.criteria;
    return [checkinDate, addDays(checkinDate, nights)];
  }
  if (step.product === 'car') return [step.criteria.pickup.date, step.criteria.dropoff.date];
  return step.product === 'tour' ? [step.criteria.from, step.criteria.to] : [step.criteria.date];
}
