import { readFile } from 'node:fs/promises';
import { newUuid } from '../seed-uuid.ts';

/** A process of a machine. `started` distinguishes it from a later process with the same number. */
export interface Holder {
  readonly machine: string;
  readonly pid: number;
  /** The start time in the format of the system; empty where that is unknown. */
  readonly started: string;
}

/** Returns this process as a holder, on the machine with a name. */
export async function thisProcess(machine: string): Promise<Holder> {
  return { machine, pid: process.pid, started: (await startOf(process.pid)) ?? '' };
}

const mark = 'held';
const between = '~';
const plain = (machine: string): string => encodeURIComponent(machine).replaceAll(between, '%7E');

/** Returns a new, unique name for a file that a process holds. */
export const nameOf = ({ machine, pid, started }: Holder): string =>
  [mark, pid, started, plain(machine), newUuid()].join(between);

/** Returns the process that holds the file with a name; undefined for a free file. */
export function holderIn(name: string): Holder | undefined {
  const [held, pid, started, machine, id] = name.split(between);
  if (held !== mark || started === undefined || machine === undefined || id === undefined) return undefined;
  return { machine: decodeURIComponent(machine), pid: Number(pid), started };
}

/** Returns whether a process is alive. One of another machine than `here` counts as alive. */
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

/** Returns when a process was started, where the system is Linux; `ended` for a zombie. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The fields after the name, which can contain blanks and brackets: field 3 is the state, field 22 the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : `${boot.slice(0, 8)}-${fields[19]}`;
  } catch {
    return undefined;
  }
}
