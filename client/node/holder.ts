import { readFile } from 'node:fs/promises';
import { newUuid } from '../seed-uuid.ts';

/** A process that can hold a record. `started` distinguishes it from a later process with the same pid. */
export interface Holder {
  readonly machine: string;
  readonly pid: number;
  /** The start time of the process in the format of the operating system, or an empty text if the start time is unknown. */
  readonly started: string;
}

/** Returns the current process. `machine` is the name of the machine on which the process runs. */
export async function thisProcess(machine: string): Promise<Holder> {
  return { machine, pid: process.pid, started: (await startOf(process.pid)) ?? '' };
}

const mark = 'held';
const between = '~';
const plain = (machine: string): string => encodeURIComponent(machine).replaceAll(between, '%7E');

/** Returns a new, unique name for a file that a process holds. */
export const nameOf = ({ machine, pid, started }: Holder): string =>
  [mark, pid, started, plain(machine), newUuid()].join(between);

/** Returns the process that a file name identifies, or undefined if no process holds the file. */
export function holderIn(name: string): Holder | undefined {
  const [held, pid, started, machine, id] = name.split(between);
  if (held !== mark || started === undefined || machine === undefined || id === undefined) return undefined;
  return { machine: decodeURIComponent(machine), pid: Number(pid), started };
}

/** Returns whether a process is running. A process on another machine is always treated as running. */
export async function isAlive({ machine, pid, started }: Holder, here: string): Promise<boolean> {
  if (machine !== here) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  const now = await startOf(pid);
  return now === undefined || started === '' || now === started;
}

/** Returns when a process started; `ended` if it has ended but still has a pid; undefined on systems other than Linux. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the process comes before the numbered fields, and can contain blanks and brackets. Field 3 is the
    // state, field 22 the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : `${boot.slice(0, 8)}-${fields[19]}`;
  } catch {
    return undefined;
  }
}
