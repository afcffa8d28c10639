import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { PauseEnd } from './exchange.ts';

/** Who waits on a sandbox's clock, and who can end it early. */
export interface Wait {
  readonly ms: number;
  /** Aborted when the client gives up; undefined: whether it does makes no difference. */
  readonly client: AbortSignal | undefined;
  /** Names the waiter for whoever asks what the clock is waiting for. */
  readonly who: string;
  /** Kept alive while it waits: a signal that only follows another one would be forgotten with what holds it. */
  readonly holder?: object | undefined;
}

/** What happens when a wait is over. */
export interface AfterPause {
  /** Called at the instant itself, while the clock stands there. */
  go(end: PauseEnd): void;
  /** An `auto` clock has nothing left to wait for: with a ClockStalledError. */
  fail(error: unknown): void;
}

const holders = new Set<object>();

/**
 * Lets time of a sandbox pass for a client that waits, until one of the three gives up: the wait itself, the client, or
 * the sandbox.
 */
export function pauseFor(sandbox: Sandbox, wait: Wait, after: AfterPause): void {
  const { ms, client, who } = wait;
  const { controller, end } = sandbox.startWaiting();
  const stop = () => controller.abort();
  const leave = () => {
    client?.removeEventListener('abort', stop);
    holders.delete(wait);
    end();
  };
  holders.add(wait);
  client?.addEventListener('abort', stop, { once: true });
  if (client?.aborted || sandbox.closed) stop();
  sandbox.clock.wakeAfter(ms, {
    signal: controller.signal,
    who,
    wake() {
      leave();
      // The clock of a poll is moved by what the poll asks for, and cannot be while it moves.
      if (sandbox.clock.mode === 'per-poll') queueMicrotask(() => after.go('over'));
      else after.go('over');
    },
    fail(error) {
      leave();
      if (!controller.signal.aborted) after.fail(error);
      else after.go(client?.aborted ? 'client-gone' : 'sandbox-ended');
    },
  });
}
