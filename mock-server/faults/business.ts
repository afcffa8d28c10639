import { type ErrorEntry, isProblemCode, problems, statuses, wireStatus } from '#contracts';
import type { FaultEffect } from '#contracts/fault';
import { asObject } from '#contracts/util';
import type { ApplyEffect } from './effect.ts';

/**
 * HTTP 200 with FAILED or Errors[]. What was to be booked is kept as failed (or rejected), nothing is charged or
 * cancelled, conditions are not given; a Search or a look-up is answered as usual, with the errors beside.
 */
export const applyBusiness: ApplyEffect<'business'> = (effect, course, { exchange }) => {
  const kind = exchange.operation?.effect;
  const errors = errorsOf(effect);
  if (kind === 'read') {
    course.directives.errors = errors;
    course.rewrites.push(answer => withErrors(answer, errors));
  } else {
    const word = effect.bookingStatus;
    course.directives.failure = {
      errors,
      status: word === statuses.rejected.bookingStatus ? 'rejected' : 'failed',
    };
  }
  const told = effect.bookingStatus ?? (kind === 'book' && effect.errors ? 'CONFIRMED' : undefined);
  if (told !== undefined) course.rewrites.push(answer => withStatus(answer, told));
  return true;
};

/** The errors as the wire has them; a code of the contract explains itself. */
function errorsOf({ errors = [] }: FaultEffect<'business'>): ErrorEntry[] {
  return errors.map(({ Code, Message, Field }) => ({
    Code: Code as ErrorEntry['Code'], // suppliers have codes of their own
    Message: Message ?? (isProblemCode(Code) ? problems[Code].when : Code),
    ...(Field !== undefined && { Field }),
  }));
}

/** A Search writes its errors itself. */
function withErrors(answer: object, errors: readonly ErrorEntry[]): object {
  const { Errors } = asObject(answer);
  return Array.isArray(Errors) ? { ...answer, Errors: [...Errors, ...errors] } : answer;
}

/** An answer that says another status than what it tells of has. */
function withStatus(answer: object, word: string): object {
  const status = statusOfWord(word);
  const { Booking, Bookings, Services } = asObject(answer);
  if (Booking !== undefined) return { ...answer, Booking: withStatus(asObject(Booking), word) };
  if (Array.isArray(Bookings))
    return { ...answer, Bookings: Bookings.map(entry => withStatus(asObject(entry), word)) };
  if (!('bookingStatus' in answer)) return answer;
  const services = Array.isArray(Services) && {
    Services: Services.map(service => ({ ...asObject(service), ...status })),
  };
  return { ...answer, ...status, ...services };
}

/** A status word with the label that goes with it. */
function statusOfWord(word: string): { bookingStatus: string; Status: string } {
  const known = (Object.keys(statuses) as (keyof typeof statuses)[]).find(
    // Object.keys widens to string
    name => statuses[name].bookingStatus === word,
  );
  return known ? wireStatus(known) : { bookingStatus: word, Status: statuses['in-progress'].label };
}
