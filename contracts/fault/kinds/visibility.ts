import * as z from 'zod';
import { findStatus, limits, type ServiceStatus, wireStatus } from '../../clauses/index.ts';
import { duration } from '../../input/index.ts';
import { asList, asObject, parseDuration } from '../../util/index.ts';
import { defineFault, type FaultPlan, type PlanCall } from '../define-fault.ts';
import { isLookUp, statusWord } from './parameters.ts';

export const visibility = defineFault('visibility', {
  fields: () => ({
    hiddenFor: duration
      .optional()
      .meta({ description: 'The time after DoBooking in which look-ups do not find the booking.' }),
    then404: z.literal(true).optional().meta({
      description:
        'After one look-up has found the booking, the next look-up does not find the booking. This happens once for each booking.',
    }),
    goesBackTo: statusWord.optional().meta({
      description:
        'The status that the first look-up of a booking returns. This happens once for each booking.',
    }),
  }),
  check: schema =>
    schema.refine(({ hiddenFor, then404, goesBackTo }) => hiddenFor ?? then404 ?? goesBackTo, {
      path: ['hiddenFor'],
      message: 'send "hiddenFor", "then404" or "goesBackTo"',
    }),
  example: 'visibility=PT5M,then404,goesBackTo=pending',
  about:
    'Look-ups find a booking only after some time, or one look-up does not find the booking or returns an older status.',
  where: 'the look-ups getBooking and getBookingDetail; with hiddenFor, also getBookingList',
  actsOn: (operation, { hiddenFor }) =>
    isLookUp(operation) && (hiddenFor !== undefined || operation.id !== 'getBookingList'),
  note: 'Give at least one of `hiddenFor`, `then404` and `goesBackTo`.',
  trials: [
    { parameters: { hiddenFor: 'PT4M' } },
    { parameters: { then404: true } },
    { parameters: { goesBackTo: 'pending' } },
  ],
  conflictsWith: () => ['visibility'],
  plan({ hiddenFor, then404 = false, goesBackTo }, call): Partial<FaultPlan> | undefined {
    const isList = call.operation.id === 'getBookingList';
    const booking = isList ? undefined : call.findBooking();
    const now = hiddenFor !== undefined && booking ? lookedAt(booking.id, call) : call.now;
    const hidden: FaultPlan['directives'] =
      hiddenFor === undefined ? {} : { hiddenSince: now + call.delay - parseDuration(hiddenFor) + 1 };
    const { hiddenSince } = hidden;
    if (isList) return hiddenSince === undefined ? undefined : { directives: hidden };
    if (!booking) return undefined;
    if (hiddenSince !== undefined && booking.createdAt >= hiddenSince) return { directives: hidden };
    const looks = call.memory[booking.id] ?? 0;
    call.memory[booking.id] = looks + 1;
    const olderStatus = goesBackTo === undefined ? undefined : findStatus(goesBackTo);
    if (looks === 0 && olderStatus)
      return { directives: hidden, rewrites: [answer => withOlderStatus(answer, olderStatus)] };
    if (looks === 1 && then404) return { directives: { hiddenSince: Number.NEGATIVE_INFINITY } };
    return undefined;
  },
});

/**
 * A `per-poll` clock moves with each look-up after the first, even if the booking is hidden, by one polling interval
 * for a technical problem (decision 3).
 */
function lookedAt(id: string, { memory, movePollClock, now }: PlanCall): number {
  const key = `looked for ${id}`;
  const before = memory[key];
  const at = before === undefined ? now : movePollClock(before + limits.pollTechnicalProblem.value);
  memory[key] = at;
  return at;
}

/** Without the fields that only a confirmed booking has. */
function withOlderStatus(answer: object, status: ServiceStatus): object {
  const { ConfirmationNumber: _, Invoice: __, ...booking } = asObject(asObject(answer).Booking);
  const Services = asList(booking.Services).map(service => {
    const { ConfirmationNumber: ___, Voucher: ____, ...rest } = asObject(service);
    return { ...rest, ...wireStatus(status) };
  });
  return { ...answer, Booking: { ...booking, ...wireStatus(status), Services } };
}
