import type { Stamp } from '#contracts/exchange';
import type { MachineClock } from '../clock/index.ts';
import { pauseFor } from '../sandboxes/pause.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { Address } from './address.ts';
import { createAddressMasker } from './mask-address.ts';
import { openRecord } from './record.ts';
import type { Answered, IncomingCall, OutgoingAnswer, Received } from './stages.ts';

/** Answers a call. Never throws. */
export type AnswerCall = (received: Received) => Answered | Promise<Answered>;

/**
 * Plays one call as an exchange of a sandbox: opens its record, reads its body, has it answered, and records what became of
 * it. The pipeline uses it for the supplier's operations, the tool server for its own calls.
 */
export type PlayExchange = (
  sandbox: Sandbox,
  incoming: IncomingCall,
  answer: AnswerCall,
) => Promise<OutgoingAnswer>;

interface ExchangeParts {
  /** Where secrets are in an address. */
  addresses: readonly Address[];
  /** Real time, for the stamps of the journal. */
  machine: MachineClock;
}

/** Creates the function that wraps every exchange of a server. */
export function createPlayExchange({ addresses, machine }: ExchangeParts): PlayExchange {
  const maskAddress = createAddressMasker(addresses);
  return async (sandbox, incoming, answer) => {
    const { clock } = sandbox;
    clock.firstRequest();
    const stamp = (): Stamp => ({
      at: clock.now(),
      real: Math.round(machine.monotonic() * 1_000) / 1_000,
    });
    const turn = createTurn(sandbox, incoming);
    const recording = openRecord(sandbox, incoming, { stamp, maskAddress });
    try {
      const text = await incoming.readBody();
      const { number } = recording;
      const made = answer({
        sandbox,
        incoming,
        number,
        text,
        now: clock.now(),
        warnings: [],
        pause: turn.pause,
      });
      // An await costs a turn of the event loop, also for an answer that is there already.
      const answered = made instanceof Promise ? await made : made;
      recording.answered(answered);
      return outgoing(answered, recording.closed);
    } catch (error) {
      recording.closed('client-gone', 0);
      throw error;
    } finally {
      turn.end();
    }
  };
}

function outgoing(answered: Answered, closeRecord: OutgoingAnswer['closed']): OutgoingAnswer {
  const { status, headers, body, isAscii, wire, afterwards } = answered;
  let { release } = answered;
  return {
    status,
    headers,
    body,
    isAscii,
    wire,
    closed(ending, bytes) {
      afterwards?.();
      closeRecord(ending, bytes);
      release?.();
      release = undefined; // memory that is released twice would soon hold two answers
    },
  };
}

/** The part of a call during which an `auto` clock must not jump. */
interface Turn {
  pause: Received['pause'];
  end(): void;
}

/** Keeps an `auto` clock from jumping while a call is computed; a pause of the call lets it jump. */
function createTurn(sandbox: Sandbox, incoming: IncomingCall): Turn {
  let release = sandbox.clock.exchangeOpened();
  return {
    end: () => release(),
    pause({ ms, who }, after) {
      const resume = () => {
        release = sandbox.clock.exchangeOpened();
      };
      const wait = { ms, who, client: incoming.signal(), holder: incoming };
      release(); // a call that waits for the clock must not hold it
      pauseFor(sandbox, wait, {
        go(end) {
          resume();
          after.go(end);
        },
        fail(error) {
          resume();
          after.fail(error);
        },
      });
    },
  };
}
