/**
 * The error of a durable store.
 *
 * - `unavailable`: a read or write failed; a later attempt can succeed.
 * - `uncertain`: the store did not confirm a write in time, so the change may or may not exist.
 * - `locked`: another process uses the store.
 * - `version`: another version of this package wrote the store.
 * - `damaged`: the content of the store is not readable.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: 'unavailable' | 'uncertain' | 'locked' | 'version' | 'damaged';

  constructor(code: StoreError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const isDamage = (error: unknown): boolean => error instanceof StoreError && error.code === 'damaged';
