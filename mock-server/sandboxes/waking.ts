import type { FirstSandbox } from './first-sandbox.ts';
import type { LoadedSandbox, SandboxKeeping } from './keeping.ts';
import type { Sandbox } from './sandbox.ts';

interface WakingParts {
  readonly keeping: SandboxKeeping;
  /** Returns a sandbox in memory. */
  find(id: string): Sandbox | undefined;
  /** Removes what is known about a suspended sandbox, because another process has used or removed the sandbox. */
  forget(id: string): void;
  /** Creates a loaded sandbox, which other calls do not see yet. */
  create(loaded: LoadedSandbox): Sandbox;
  add(sandbox: Sandbox): Sandbox;
}

/** Loads sandboxes from the durable store. Calls that need the same sandbox at the same time share one read. */
export class Waking {
  readonly #parts: WakingParts;
  readonly #running = new Map<string, Promise<Sandbox | undefined>>();
  #first: FirstSandbox | undefined;

  constructor(parts: WakingParts) {
    this.#parts = parts;
  }

  /** Returns the sandbox that is being loaded; undefined if it is not being loaded. */
  of(id: string): Promise<Sandbox | undefined> | undefined {
    return this.#running.get(id);
  }

  /** Loads a sandbox. The promise rejects with a StoreError when the store fails. */
  load(id: string): Promise<Sandbox | undefined> {
    return this.#running.get(id) ?? this.#note(id, this.#loadOrCreate(id));
  }

  /** Uses a sandbox that each server of a shared store creates if the store does not have it. */
  share(first: FirstSandbox): void {
    this.#first = first;
    const { id } = first;
    if (!this.#parts.find(id))
      void this.#note(
        id,
        first.create(() => this.#load(id)),
      );
  }

  #note(id: string, loading: Promise<Sandbox | undefined>): Promise<Sandbox | undefined> {
    const noted = loading.finally(() => this.#running.delete(id));
    noted.catch(() => {}); // the calls that wait report the failure
    this.#running.set(id, noted);
    return noted;
  }

  async #loadOrCreate(id: string): Promise<Sandbox | undefined> {
    const load = () => this.#load(id);
    const stored = await load();
    return this.#first?.id === id ? (stored ?? this.#first.create(load)) : stored;
  }

  #load(id: string): Promise<Sandbox | undefined> {
    const { keeping, find, forget, create, add } = this.#parts;
    return keeping.load(id, async loaded => {
      if (!loaded?.isContinued) forget(id);
      const created = loaded && (await create(loaded));
      // In the meantime, the sandbox can have been removed or created again.
      return find(id) ?? (created && keeping.canLoad(id) ? add(created) : undefined);
    });
  }
}
