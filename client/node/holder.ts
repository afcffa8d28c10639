import { readFile } from 'node:fs/promises';
import { newUuid } from '../seed-uuid.ts';

/** `started` distinguishes a process from a later process with the same pid. */
export interface Holder {
  readonly machine: string;
  readonly pid: number;
  /** In the format of the operating system; empty if unknown. */
  readonly started: string;
}

export async function thisProcess(machine: string): Promise<Holder> {
  return { machine, pid: process.pid, started: (await startOf(process.pid)) ?? '' };
}

const mark = 'held';
const between = '~';
const plain = (machine: string): string => encodeURIComponent(machine).replaceAll(between, '%7E');

export const nameOf = ({ machine, pid, started }: Holder): string =>
  [mark, pid, started, plain(machine), newUuid()].join(between);

export function holderIn(name: string): Holder | undefined {
  const [held, pid, started, machine, id] = name.split(between);
  if (held !== mark || started === undefined || machine === undefined || id === undefined) return undefined;
  return { machine: decodeURIComponent(machine), pid: Number(pid), started };
}

/** A process on another machine always counts as running. */
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

/** Returns `ended` for a process that has ended but still has a pid; undefined on systems other than Linux. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the process can contain blanks and brackets. After it, field 3 is the state and field 22 the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : `${boot.slice(0, 8)}-${fields[19]}`;
  } catch {
    return undefined;
  }
}
