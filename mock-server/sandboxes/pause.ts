import type { Sandbox } from './sandbox.ts';

/** Why a pause ended: its time is over, the client gave up, or the sandbox was closed, reset or deleted. */
export type PauseEnd = 'over' | 'client-gone' | 'sandbox-ended';

/** A pause on a sandbox's clock, and what can end it early. */
export interface Wait {
  readonly ms: number;
  /** Aborted when the client gives up; undefined: the pause goes on without the client. */
  readonly client: AbortSignal | undefined;
  /** Names what waits, for the list of what the clock is waiting for. */
  readonly who: string;
  /** Kept alive during the pause: a signal that only follows another one is collected with its holder. */
  readonly holder?: object | undefined;
}

/** What happens after a pause. */
export interface AfterPause {
  /** Called at the instant itself, while the clock stands there. */
  go(end: PauseEnd): void;
  /** Called with a ClockStalledError when an `auto` clock has nothing left to wait for. */
  fail(error: unknown): void;
}

const holders = new Set<object>();

/** Lets time of a sandbox pass, until the time is over, the client gives up, or the sandbox ends. */
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
      // A poll moves the clock of `per-poll`, which is impossible while that clock moves.
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
