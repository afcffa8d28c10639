import type { Dialect, Stamp } from '#contracts';
import type { MachineClock } from './clock.ts';
import { addressesOf } from './middleware/address.ts';
import type { ExchangeState, Incoming, Outcome } from './middleware/exchange.ts';
import { createAddressMasker } from './middleware/mask-address.ts';
import { openRecord } from './middleware/record.ts';
import type { Answered } from './pipeline.ts';
import type { Sandbox } from './sandbox.ts';

/** Answers one call; `text` is its body, null when that is too large. Never throws. */
export type Answer = (exchange: ExchangeState, text: string | null) => Outcome | Promise<Outcome>;

/** Plays one call as an exchange of a sandbox: opens its record, reads its body, has it answered, keeps what became of it. */
export type PlayExchange = (sandbox: Sandbox, incoming: Incoming, answer: Answer) => Promise<Answered>;

/** What exchanges need: the addresses that secrets stand in, and real time. */
interface PlayParts {
  dialect: Dialect;
  machine: MachineClock;
}

/** Exchanges as a dialect addresses them, with stamps of a machine. */
export function createPlayExchange({ dialect, machine }: PlayParts): PlayExchange {
  const maskAddress = createAddressMasker(addressesOf(dialect));
  return async (sandbox, incoming, answer) => {
    sandbox.clock.firstRequest();
    const stamp = (): Stamp => ({
      at: sandbox.clock.now(),
      real: Math.round(machine.monotonic() * 1_000) / 1_000,
    });
    const release = sandbox.clock.exchangeOpened();
    const recording = openRecord(sandbox, incoming, { stamp, maskAddress });
    try {
      const text = await incoming.readBody().catch(gone => {
        recording.closed('client-gone', 0);
        throw gone;
      });
      const exchange = begin(sandbox, incoming, recording.number);
      const made = answer(exchange, text);
      // Waiting for what is there already would cost every call a turn.
      const outcome = made instanceof Promise ? await made : made;
      recording.answered(exchange, outcome, text);
      const closed: Answered['closed'] = (ending, bytes) => {
        recording.closed(ending, bytes);
        const { release: giveBack } = exchange;
        exchange.release = undefined; // memory given back twice would soon hold two answers
        giveBack?.();
      };
      return { ...outcome, closed };
    } finally {
      release();
    }
  };
}

function begin(sandbox: Sandbox, incoming: Incoming, number: number): ExchangeState {
  return {
    sandbox,
    incoming,
    number,
    now: sandbox.clock.now(),
    warnings: [],
    operation: undefined,
    toolCall: undefined,
    body: undefined,
    owner: undefined,
    answer: undefined,
    recipe: undefined,
    written: undefined,
    release: undefined,
  };
}
