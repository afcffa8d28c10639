import type { SandboxState } from '../sandboxes/index.ts';
import { refuseDetails, unknownName } from './refusal.ts';

/** The moments of sandboxes that can be forked; held in memory, the oldest given up first. */
export interface Snapshots {
  /** Keeps a state and gives its id. */
  add(state: SandboxState): string;
  /** A state by its id; throws a ControlRefusal for one that is not there. */
  require(id: string): SandboxState;
}

const mebibyte = 1_048_576;
const standard = { count: 100, bytes: 512 * mebibyte };

/**
 * No snapshots yet; ids count from 1 and never come again.
 *
 * @param most how many are kept, and how many bytes they take together (roughly); the newest is kept whatever it takes
 * @example createSnapshots().add(sandbox.dump()) // 'snapshot-1'
 */
export function createSnapshots(most = standard): Snapshots {
  const kept = new Map<string, { state: SandboxState; bytes: number }>();
  let count = 0;
  let held = 0;

  function giveUpOldest(): void {
    for (const [id, { bytes }] of kept) {
      if (kept.size === 1 || (kept.size <= most.count && held <= most.bytes)) return;
      kept.delete(id);
      held -= bytes;
    }
  }

  return {
    add(state) {
      count += 1;
      const id = `snapshot-${count}`;
      const bytes = roughBytes(state);
      kept.set(id, { state, bytes });
      held += bytes;
      giveUpOldest();
      return id;
    },
    require(id) {
      const found = kept.get(id);
      if (found) return found.state;
      const bounds = `the last ${most.count} are kept, fewer when they take more than ${Math.round(most.bytes / mebibyte)} MiB`;
      const what = `no snapshot "${id}" here (${bounds})`;
      throw refuseDetails('NotFound', [unknownName({ field: 'from', value: id, what }, kept.keys())]);
    },
  };
}

const perValue = 16;

/** About what plain data takes in memory. Writing it as JSON would tell more exactly, and take as much again. */
function roughBytes(value: unknown): number {
  if (typeof value === 'string') return perValue + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  let bytes = perValue;
  for (const entry of Object.values(value)) bytes += roughBytes(entry);
  return bytes;
}
