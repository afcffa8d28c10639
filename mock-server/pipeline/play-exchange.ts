import type { Dialect } from '#contracts';
import type { Stamp } from '#contracts/exchange';
import type { MachineClock } from '../clock/index.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import { addressesOf } from './address.ts';
import type { ExchangeState, Incoming, Outcome } from './exchange.ts';
import type { Answered } from './index.ts';
import { pauseFor } from './pause.ts';
import { openRecord } from './record.ts';
import { createAddressRedactor } from './redact-call.ts';

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
  const redactAddress = createAddressRedactor(addressesOf(dialect));
  return async (sandbox, incoming, answer) => {
    sandbox.clock.firstRequest();
    const stamp = (): Stamp => ({
      at: sandbox.clock.now(),
      real: Math.round(machine.monotonic() * 1_000) / 1_000,
    });
    const turn = createTurn(sandbox, incoming);
    const recording = openRecord(sandbox, incoming, { stamp, redactAddress });
    try {
      const text = await incoming.readBody();
      const exchange = begin({ sandbox, incoming, turn }, recording.number);
      const made = answer(exchange, text);
      // Waiting for what is there already would cost every call a turn.
      const outcome = made instanceof Promise ? await made : made;
      recording.answered(exchange, outcome, text);
      const closed: Answered['closed'] = (ending, bytes) => {
        outcome.afterwards?.();
        recording.closed(ending, bytes);
        const { release: giveBack } = exchange;
        exchange.release = undefined; // memory given back twice would soon hold two answers
        giveBack?.();
      };
      return { ...outcome, closed };
    } catch (error) {
      recording.closed('client-gone', 0);
      throw error;
    } finally {
      turn.end();
    }
  };
}

/** A call while the clock must not jump because of it. */
interface Turn {
  pause: ExchangeState['pause'];
  end(): void;
}

/** Keeps an `auto` clock from jumping while a call is computed, and lets it while the call waits on that clock. */
function createTurn(sandbox: Sandbox, incoming: Incoming): Turn {
  let release = sandbox.clock.exchangeOpened();
  return {
    end: () => release(),
    pause({ ms, who }, after) {
      const goOn = () => {
        release = sandbox.clock.exchangeOpened();
      };
      const wait = { ms, who, client: incoming.signal(), holder: incoming };
      release(); // whoever waits on the clock must not hold it
      pauseFor(sandbox, wait, {
        go(end) {
          goOn();
          after.go(end);
        },
        fail(error) {
          goOn();
          after.fail(error);
        },
      });
    },
  };
}

interface Opened {
  sandbox: Sandbox;
  incoming: Incoming;
  turn: Turn;
}

function begin({ sandbox, incoming, turn }: Opened, number: number): ExchangeState {
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
    asked: undefined,
    play: undefined,
    answer: undefined,
    recipe: undefined,
    written: undefined,
    release: undefined,
    course: undefined,
    pause: turn.pause,
  };
}
