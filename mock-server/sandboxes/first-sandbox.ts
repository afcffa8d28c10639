import type { Sandbox } from './sandbox.ts';

/**
 * The default sandbox in a shared store. A server creates it when the store does not have it: at the start, and after the store
 * has lost its data. Several servers can do this at the same moment. The first write wins, and the other servers use its sandbox.
 */
export class FirstSandbox {
  readonly id: string;
  readonly #make: () => Sandbox;

  /** @param make creates the sandbox in memory */
  constructor(id: string, make: () => Sandbox) {
    this.id = id;
    this.#make = make;
  }

  /**
   * Creates the sandbox, and waits until it is durable.
   *
   * @param load loads the sandbox of another server that was first
   * @throws StoreError
   */
  async create(load: () => Promise<Sandbox | undefined>): Promise<Sandbox> {
    const sandbox = this.#make();
    try {
      await sandbox.keep?.settle('change');
      return sandbox;
    } catch (error) {
      const loaded = await load();
      if (loaded) return loaded;
      throw error;
    }
  }
}
