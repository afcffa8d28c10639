import type { SecretSource } from '../seed-secrets.ts';
import { idIn } from './namespace.ts';

/** What `NewIds` needs to know about a server. */
interface Ids {
  readonly secrets: SecretSource;
  /** Whether the sandboxes are in a durable store. */
  readonly isDurable: boolean;
  has(id: string): boolean;
}

/**
 * Generates ids of sandboxes, and never the same id twice: with the id of a removed sandbox, a new sandbox could accept its
 * clients. With a durable store, ids are random, because another process cannot know the removed ids.
 */
export class NewIds {
  readonly #ids: Ids;
  #generated = 0;

  constructor(ids: Ids) {
    this.#ids = ids;
  }

  /** Returns an unused id in a namespace; without a namespace if it is undefined. */
  next(namespace: string | undefined): string {
    const { secrets, isDurable, has } = this.#ids;
    for (;;) {
      this.#generated += 1;
      const random = () => secrets.newSecret(`id ${this.#generated}`, '').slice(0, 12);
      const id = idIn(namespace, `s${isDurable ? random() : this.#generated}`);
      if (!has(id)) return id;
    }
  }
}
