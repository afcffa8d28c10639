import { formatDuration, type ServiceStatus } from '#contracts';
import type { Fault } from '#contracts/fault';

/** Statuses with their delays after the call, in milliseconds. */
export type Steps = readonly { readonly after: number; readonly status: ServiceStatus }[];

/** Returns the fault that moves bookings, payments or cancellations through statuses. */
const timelineOf = (operations: string[], steps: Steps): Fault => ({
  match: { operations },
  effect: {
    kind: 'timeline',
    steps: steps.map(({ after, status }) => ({ after: formatDuration(after), status })),
  },
});

/** Returns the fault that moves new bookings through statuses. */
export const bookingTimeline = (steps: Steps): Fault => timelineOf(['*.doBooking'], steps);

/** Returns the fault that moves payments through statuses. */
export const paymentTimeline = (steps: Steps): Fault => timelineOf(['payBooking'], steps);

/** Returns the fault that moves cancellations through statuses. */
export const cancellationTimeline = (steps: Steps): Fault =>
  timelineOf(['cancelBooking', '*.cancelByService'], steps);
