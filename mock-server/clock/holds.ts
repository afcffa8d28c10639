/** Who keeps a clock from jumping. */
export interface Holds {
  readonly open: boolean;
  /** Opens one; what it returns closes it, once however often it is called. */
  take(who: string): () => void;
  names(): string[];
}

/**
 * Nobody holds the clock yet. Never throws by itself.
 *
 * @param onChange called whenever somebody takes or lets go
 * @example
 * const holds = createHolds(() => {});
 * const letGo = holds.take('a file is being read');
 * letGo(); // holds.open is false again
 */
export function createHolds(onChange: () => void): Holds {
  const taken = new Set<{ who: string }>();

  return {
    get open() {
      return taken.size > 0;
    },
    take(who) {
      const hold = { who };
      taken.add(hold);
      onChange();
      return () => {
        if (taken.delete(hold)) onChange();
      };
    },
    names: () => [...taken].map(({ who }) => who),
  };
}
