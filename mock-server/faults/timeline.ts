import { findStatus, parseDuration } from '#contracts';
import type { ApplyEffect } from './effect.ts';

/** The statuses that the booking, or what was asked to be cancelled, goes through. */
export const applyTimeline: ApplyEffect<'timeline'> = ({ steps }, course, { exchange }) => {
  const told = steps.flatMap(({ after, status }) => {
    const found = findStatus(status);
    return found === undefined ? [] : [{ after: parseDuration(after), status: found }];
  });
  if (exchange.operation?.effect === 'cancel') course.directives.cancellation = told;
  else course.directives.timeline = told;
  return true;
};
