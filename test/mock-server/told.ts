import { formatDuration, type ServiceStatus } from '#contracts';
import type { Fault } from '#contracts/fault';

/** Statuses, each so many milliseconds after the call. */
export type Steps = readonly { readonly after: number; readonly status: ServiceStatus }[];

/** The fault that has bookings, payments or cancellations go through statuses. */
const timelineOf = (operations: string[], steps: Steps): Fault => ({
  match: { operations },
  effect: {
    kind: 'timeline',
    steps: steps.map(({ after, status }) => ({ after: formatDuration(after), status })),
  },
});

/** Has what is booked go through statuses. */
export const bookingTimeline = (steps: Steps): Fault => timelineOf(['*.doBooking'], steps);

/** Has what is paid go through statuses. */
export const paymentTimeline = (steps: Steps): Fault => timelineOf(['payBooking'], steps);

/** Has what is to be cancelled go through statuses. */
export const cancellationTimeline = (steps: Steps): Fault =>
  timelineOf(['cancelBooking', '*.cancelByService'], steps);
