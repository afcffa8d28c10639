import type { ChildProcess } from 'node:child_process';
import { systemClock } from '#contracts';

/** How long what a program has left running may take to end, and how often it is looked at, milliseconds. */
const grace = { most: 2_000, step: 20 };

/** There, a process cannot be told by the id of a group, and one of its own gets a window of its own. */
export const hasGroups = process.platform !== 'win32';

/** Tells the group of a child, or the child where there are no groups. Gives whether anybody was there to be told. */
export function tell({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(hasGroups ? -pid : pid, signal);
  } catch {
    return false; // nobody is left
  }
}

/** Ends who is left of the group of a child, by force when asking does not help. */
export async function endGroup(child: ChildProcess): Promise<void> {
  if (!tell(child, 'SIGTERM')) return;
  for (let waited = 0; waited < grace.most && isThere(child); waited += grace.step)
    await systemClock.sleep(grace.step);
  tell(child, 'SIGKILL');
}

/** Where there are no groups, the id of a child that has ended may be another program's. */
const isThere = (child: ChildProcess): boolean => (hasGroups || child.exitCode === null) && tell(child, 0);

const living = new Set<ChildProcess>();

/** Kills the group of a child if this process ends before it: whatever happens, nobody is left behind. */
export function endWithUs(child: ChildProcess): void {
  if (living.size === 0) process.once('exit', killAll);
  living.add(child);
}

/** The group of a child has ended. */
export function hasEnded(child: ChildProcess): void {
  living.delete(child);
  if (living.size === 0) process.off('exit', killAll);
}

function killAll(): void {
  for (const child of living) tell(child, 'SIGKILL');
}
