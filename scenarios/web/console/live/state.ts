import { signal } from '@preact/signals';
import type { ArmedFaultView, BookingView, Facts, SandboxView } from '#contracts/control';
import type { ClockAnswer } from '../control/index.ts';

/** Whether the page receives the events of the sandbox. */
export type LinkState = 'connecting' | 'live' | 'offline' | 'removed' | 'refused';

/** A clock that the page has read, and when. */
export interface ReadClock {
  readonly answer: ClockAnswer;
  /** The real time of the reading, in epoch milliseconds. */
  readonly readAt: number;
}

/** Creates the signals of a session. */
export function createState() {
  return {
    link: signal<LinkState>('connecting'),
    /** Why the link is not live. */
    problem: signal(''),
    sandbox: signal<SandboxView | undefined>(undefined),
    clock: signal<ReadClock | undefined>(undefined),
    calls: signal<readonly Facts[]>([]),
    bookings: signal<readonly BookingView[]>([]),
    faults: signal<readonly ArmedFaultView[]>([]),
    /** The calls that the server does not have any more, because it was started again or the sandbox was reset. */
    lostCalls: signal<readonly Facts[]>([]),
    /** True after the page itself has reset the sandbox, until the page has read the new state. */
    isResetting: signal(false),
  };
}

/** The signals of a session. */
export type SessionState = ReturnType<typeof createState>;
