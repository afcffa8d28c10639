import type { PauseEnd } from './middleware/exchange.ts';
import type { Sandbox } from './sandbox.ts';

/** Who waits on a sandbox's clock, and who can end it early. */
export interface Wait {
  readonly ms: number;
  /** Aborted when the client gives up. */
  readonly client: AbortSignal;
  /** Names the waiter for whoever asks what the clock is waiting for. */
  readonly who: string;
}

/**
 * Lets time of a sandbox pass for a client that waits, until one of the three gives up: the wait itself, the client, or
 * the sandbox.
 *
 * @throws ClockStalledError when an `auto` clock has nothing left to wait for
 */
export async function pauseFor(sandbox: Sandbox, { ms, client, who }: Wait): Promise<PauseEnd> {
  const { controller, end } = sandbox.startWaiting();
  const stop = () => controller.abort();
  if (client.aborted || sandbox.closed) stop();
  client.addEventListener('abort', stop, { once: true });
  try {
    await sandbox.clock.sleep(ms, controller.signal, who);
    return 'over';
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    return client.aborted ? 'client-gone' : 'sandbox-ended';
  } finally {
    client.removeEventListener('abort', stop);
    end();
  }
}
