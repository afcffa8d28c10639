import { readFileSync } from 'node:fs';

/** Returns false for a process that ended, also if its parent does not know yet. */
export function isRunning(pid: number | string | undefined): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${Number(pid)}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
