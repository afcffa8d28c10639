/** What a client on virtual time has done so far. */
interface Done {
  readonly jumps: number;
  readonly calls: number;
  /** The virtual time that has passed, in milliseconds. */
  readonly virtualMs: number;
}

/** The virtual time that no correct client exceeds by more than its planned waits, in milliseconds. */
const longestVirtual = 3 * 24 * 60 * 60_000;

/**
 * Watches whether a client on virtual time makes progress: it made a call or a jump since the last look. A client whose virtual
 * time exceeds every plan makes none, because a client that hangs can jump from tick to tick for ever.
 *
 * @param planned the waits of the task, in milliseconds
 * @example const progress = watchProgress(0, () => done); progress.look();
 */
export function watchProgress(planned: number, done: () => Done) {
  let before = { jumps: 0, calls: 0 };
  let isMade = false;
  return {
    /** Looks again. Returns whether the client makes progress. */
    look(): boolean {
      const { jumps, calls, virtualMs } = done();
      isMade = (jumps > before.jumps || calls > before.calls) && virtualMs < planned + longestVirtual;
      before = { jumps, calls };
      return isMade;
    },
    /** Whether the client made progress at the last look. */
    get isMade(): boolean {
      return isMade;
    },
  };
}
