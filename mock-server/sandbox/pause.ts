import type { Sandbox } from './sandbox.ts';

/** A sandbox ends when it is closed, reset or deleted. */
export type PauseEnd = 'over' | 'client-gone' | 'sandbox-ended';

export interface Wait {
  readonly ms: number;
  /** Aborted when the client disconnects. */
  readonly client: AbortSignal | undefined;
  readonly who: string;
  /** `go` can run again, because the turn in which the pause ended was taken back. */
  readonly isRepeatable?: boolean | undefined;
  /** Must stay in memory during the pause, because otherwise the garbage collector could remove the signal `client`. */
  readonly holder?: object | undefined;
}

export interface AfterPause {
  /** While the clock shows the instant of the end. */
  go(end: PauseEnd): void;
  /** With a ClockStalledError when an `auto` clock has no event to jump to. */
  fail(error: unknown): void;
}

const holders = new Set<object>();

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
      // The callback can handle a poll, which moves a `per-poll` clock; but this clock is already moving.
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
