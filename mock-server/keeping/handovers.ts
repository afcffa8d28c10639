import { nextTurn } from './turns.ts';

/** The sandboxes that this process is giving to other processes. */
export class Handovers {
  readonly #running = new Map<string, Promise<void>>();
  readonly #loading = new Map<string, Promise<unknown>>();

  /** Returns a promise that resolves when a sandbox is given away; undefined if it is not being given away. */
  of(id: string): Promise<void> | undefined {
    return this.#running.get(id);
  }

  /** Notes that this process loads a sandbox. Returns the same promise. */
  loading<Result>(id: string, loading: Promise<Result>): Promise<Result> {
    this.#loading.set(id, loading);
    const end = () => {
      if (this.#loading.get(id) === loading) this.#loading.delete(id);
    };
    loading.then(end, end);
    return loading;
  }

  /** Starts to give a sandbox away, unless this has already begun. */
  start(id: string, give: () => Promise<void>): void {
    if (this.#running.has(id)) return;
    const handing = this.#afterLoading(id)
      .then(give)
      .catch(() => {}) // after a failed write, the sandbox is no longer in memory, and the other process asks again
      .finally(() => this.#running.delete(id));
    this.#running.set(id, handing);
  }

  /** Waits until this process has loaded a sandbox. Otherwise two processes could interrupt each other for ever. */
  async #afterLoading(id: string): Promise<void> {
    const loading = this.#loading.get(id);
    if (!loading) return;
    await loading.catch(() => {});
    await nextTurn(); // now the sandbox is in memory, and the call that loads it has begun
  }
}
