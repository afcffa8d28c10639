import type { Sandbox } from './sandbox.ts';

/** Why a pause ended: its time is over, the client disconnected, or the sandbox was closed, reset or deleted. */
export type PauseEnd = 'over' | 'client-gone' | 'sandbox-ended';

/** A pause on the clock of a sandbox. */
export interface Wait {
  readonly ms: number;
  /** Aborted when the client disconnects; without a signal the pause does not end early for the client. */
  readonly client: AbortSignal | undefined;
  /** Names the waiting call in the list of everything that waits for the clock. */
  readonly who: string;
  /** Referenced during the pause: the garbage collector would remove a dependent signal together with this object. */
  readonly holder?: object | undefined;
}

/** The callbacks of a pause. */
export interface AfterPause {
  /** Called at the instant of the end, while the clock shows it. */
  go(end: PauseEnd): void;
  /** Called with a ClockStalledError when an `auto` clock has nothing left to wait for. */
  fail(error: unknown): void;
}

const holders = new Set<object>();

/** Waits on the clock of a sandbox until the time is over, the client disconnects, or the sandbox ends. */
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
