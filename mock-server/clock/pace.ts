import { usableInstant, usableScale } from './errors.ts';
import type { MachineClock } from './machine.ts';
import type { ClockMode, ClockState, VirtualClockOptions } from './types.ts';

/** How a clock runs: its mode, and whether it has begun to. */
export type Pace = ReturnType<typeof createPace>;

/**
 * A pace as a state gives it; speeds are virtual per real ms. `change` throws a ClockRequestError for `scaled` without a
 * usable scale.
 *
 * @example createPace({ mode: 'scaled', scale: 60, now: 0, awaitsFirstRequest: false }).present // 60
 */
export function createPace(begin: ClockState) {
  let { mode, scale, awaitsFirstRequest } = begin;
  const speed = () => (mode === 'manual' || mode === 'auto' ? 0 : scale);

  return {
    get mode() {
      return mode;
    },
    get scale() {
      return scale;
    },
    /** Virtual ms per real ms of the mode. */
    get speed() {
      return speed();
    },
    /** The same, but 0 while the first request is awaited. */
    get present() {
      return awaitsFirstRequest ? 0 : speed();
    },
    get awaitsFirstRequest() {
      return awaitsFirstRequest;
    },
    /** Called at the first request. */
    begin() {
      awaitsFirstRequest = false;
    },
    change(to: { mode: ClockMode; scale?: number | undefined }) {
      scale = usableScale(to.mode, to.scale);
      mode = to.mode;
    },
  };
}

/**
 * The state that a clock begins in: a new one's options, or what another one dumped.
 *
 * @throws ClockRequestError for a start that is no instant (ms since 1970), or `scaled` without a usable scale
 * @example beginning({ mode: 'manual', start: 0, events }, hostMachine).now // 0
 */
export function beginning(options: VirtualClockOptions, machine: MachineClock): ClockState {
  if ('state' in options) {
    const { mode, scale, now, awaitsFirstRequest } = options.state;
    return {
      mode,
      scale: usableScale(mode, scale),
      now: usableInstant('state.now', now),
      awaitsFirstRequest,
    };
  }
  return {
    mode: options.mode,
    scale: usableScale(options.mode, options.scale),
    now: usableInstant('start', options.start ?? machine.now()),
    awaitsFirstRequest: options.startOnFirstRequest ?? false,
  };
}
