import type { Sandbox } from './sandbox.ts';

/** The reason why a pause ended: the time is over, the client disconnected, or the sandbox was closed, reset or deleted. */
export type PauseEnd = 'over' | 'client-gone' | 'sandbox-ended';

export interface Wait {
  readonly ms: number;
  /** The signal that is aborted when the client disconnects. Without a signal, a disconnect does not end the pause. */
  readonly client: AbortSignal | undefined;
  /** The name of the waiting call in the list of calls that wait for the clock. */
  readonly who: string;
  /** Whether `go` can run again, because the turn in which the pause ended was taken back. */
  readonly isRepeatable?: boolean | undefined;
  /** Must stay in memory during the pause, because otherwise the garbage collector could remove the signal `client`. */
  readonly holder?: object | undefined;
}

export interface AfterPause {
  /** Called when the pause ends, while the clock shows the instant of the end. */
  go(end: PauseEnd): void;
  /** Called with a ClockStalledError when an `auto` clock has no event to jump to. */
  fail(error: unknown): void;
}

const holders = new Set<object>();

/** Waits on the clock of a sandbox until the time is over, the client disconnects, or the sandbox ends. */
export function pauseFor(sandbox: Sandbox, wait: Wait, after: AfterPause): void {
  const { ms, client, who } = wait;
  const { controller, end } = sandbox.startWaiting();
  const stop = () => controller.abort();
  const forget = () => {
    client?.removeEventListener('abort', stop);
    holders.delete(wait);
    end();
  };
  const leave = () => sandbox.afterCommit(forget);
  holders.add(wait);
  if (wait.isRepeatable) sandbox.undo(forget);
  client?.addEventListener('abort', stop, { once: true });
  if (client?.aborted || sandbox.closed) stop();
  sandbox.clock.wakeAfter(ms, {
    signal: controller.signal,
    who,
    isRepeatable: wait.isRepeatable,
    wake() {
      leave();
      // The callback can handle a poll, and a poll moves a `per-poll` clock. A clock that is already moving cannot
      // move again.
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
