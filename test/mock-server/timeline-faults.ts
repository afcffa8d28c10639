import { formatDuration, type ServiceStatus } from '#contracts';
import type { Fault } from '#contracts/fault';

/** Statuses with their delays after the call, in milliseconds. */
export type Steps = readonly { readonly after: number; readonly status: ServiceStatus }[];

const timelineOf = (operations: string[], steps: Steps): Fault => ({
  match: { operations },
  effect: {
    kind: 'timeline',
    steps: steps.map(({ after, status }) => ({ after: formatDuration(after), status })),
  },
});

export const bookingTimeline = (steps: Steps): Fault => timelineOf(['*.doBooking'], steps);

export const paymentTimeline = (steps: Steps): Fault => timelineOf(['payBooking'], steps);

export const cancellationTimeline = (steps: Steps): Fault =>
  timelineOf(['cancelBooking', '*.cancelByService'], steps);
