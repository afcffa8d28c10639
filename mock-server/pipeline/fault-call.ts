import type { FaultCall } from '#contracts/fault';
import { asObject } from '#contracts/util';
import { type FaultSource, type MatchedFaults, matchFaults } from '../faults/index.ts';
import type { ExchangeState } from './exchange.ts';

/** The faults that hit a call, and when its operation took effect, as far as it has. */
export interface CallFaults extends MatchedFaults {
  tookEffect: 'before' | 'after' | undefined;
}

/** The faults that can hit a call: those of its sandbox, then those of the scenario it runs. */
export function sourcesOf({ sandbox, play }: Pick<ExchangeState, 'sandbox' | 'play'>): FaultSource[] {
  const own = { faults: sandbox.faults };
  return play ? [own, { faults: play.faults, scenario: play.scenario }] : [own];
}

/** Finds the faults that hit a call, and their plan. */
export function faultsOf(exchange: ExchangeState): CallFaults | undefined {
  const call = faultCallOf(exchange);
  const matched = call && matchFaults(call, sourcesOf(exchange));
  return matched && Object.assign(matched, { tookEffect: undefined });
}

function faultCallOf(exchange: ExchangeState): FaultCall | undefined {
  const { operation, owner, incoming, body, now, sandbox, play } = exchange;
  if (!operation || owner === undefined || (sandbox.faults.size === 0 && !play)) return undefined;
  return {
    operation,
    owner,
    url: incoming.url,
    body,
    requestOfConnection: incoming.connection?.request ?? 1,
    now,
    findBooking() {
      const { BookingId, ExternalReference } = asObject(body);
      if (typeof BookingId === 'string') return sandbox.bookings.find(owner, BookingId);
      return typeof ExternalReference === 'string'
        ? sandbox.bookings.findByReference(owner, ExternalReference)
        : undefined;
    },
    movePollClock(to) {
      if (sandbox.clock.mode === 'per-poll') {
        sandbox.clock.jumpTo(to);
        exchange.now = sandbox.clock.now();
      }
      return exchange.now;
    },
  };
}
