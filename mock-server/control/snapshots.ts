import type { SandboxState } from '../sandbox-config.ts';
import { refuseDetails, unknownName } from './refusal.ts';

/** The moments of sandboxes that can be forked; held in memory, the oldest given up first. */
export interface Snapshots {
  /** Keeps a state and gives its id. */
  add(state: SandboxState): string;
  /** A state by its id; throws a ControlRefusal for one that is not there. */
  require(id: string): SandboxState;
}

const mostKept = 100;

/** No snapshots yet; ids count from 1 and never come again. */
export function createSnapshots(): Snapshots {
  const kept = new Map<string, SandboxState>();
  let count = 0;
  return {
    add(state) {
      count += 1;
      const id = `snapshot-${count}`;
      kept.set(id, state);
      kept.delete(`snapshot-${count - mostKept}`);
      return id;
    },
    require(id) {
      const state = kept.get(id);
      if (state) return state;
      const what = `no snapshot "${id}" here (the last ${mostKept} are kept)`;
      throw refuseDetails('NotFound', [unknownName({ field: 'from', value: id, what }, kept.keys())]);
    },
  };
}
