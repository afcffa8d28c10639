import type { MachineClock } from '../clock/index.ts';
import type { SandboxChange } from './keeper.ts';
import type { KeptInMemory } from './kept-sandbox.ts';

/** The maximum time until a change is written for which no answer waits, in milliseconds. */
export const flushAfter = 100;
/** The time until the next attempt after a failed write, in milliseconds. */
export const retryAfter = 1_000;

/** The changes that the store writes together: all or none. */
export interface Batch {
  readonly changed: readonly { kept: KeptInMemory; change: SandboxChange | undefined }[];
  readonly removed: readonly string[];
}

/** Returns the present instants of a machine. */
export const timeOf = (machine: Pick<MachineClock, 'now' | 'monotonic'>) => ({
  now: machine.now(),
  monotonic: machine.monotonic(),
});

/** Returns the changes of a batch for the store. The removals come first. */
export const changesOf = ({ changed, removed }: Batch): SandboxChange[] => [
  ...removed.map((id): SandboxChange => ({ id, how: 'remove', puts: [], drops: [] })),
  ...changed.flatMap(({ change }) => change ?? []),
];

/** Returns a batch without the changes of these sandboxes. */
export const without = (ids: readonly string[], { changed, removed }: Batch): Batch => ({
  changed: changed.filter(({ kept }) => !ids.includes(kept.id)),
  removed: removed.filter(id => !ids.includes(id)),
});
