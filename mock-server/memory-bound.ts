/** The memory of the process that a server can use. `serve` makes this object from its option `--max-memory`. */
export interface MemoryBound {
  /** The bound, in bytes. */
  readonly max: number;
  /** Returns the bytes that the process uses now. The control API calls this function for every new sandbox. */
  used(): number;
  /** Returns the bytes that the recorded calls of all sandboxes can use now. */
  forJournals(): number;
}
