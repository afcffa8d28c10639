import type { SandboxChange } from './keeper.ts';
import type { KeptInMemory } from './kept-sandbox.ts';

/** The changes that the store writes together: all or none. */
export interface Batch {
  readonly changed: readonly { kept: KeptInMemory; change: SandboxChange | undefined }[];
  readonly removed: readonly string[];
}

/** Returns a batch without the changes of these sandboxes. */
export const without = (ids: readonly string[], { changed, removed }: Batch): Batch => ({
  changed: changed.filter(({ kept }) => !ids.includes(kept.id)),
  removed: removed.filter(id => !ids.includes(id)),
});
