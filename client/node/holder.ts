import { readFile } from 'node:fs/promises';
import { newUuid } from '../seed-uuid.ts';

/** A process of a machine, told from a later one that was given the same number. */
export interface Holder {
  readonly machine: string;
  readonly pid: number;
  /** When it was started, as the system counts; empty where that cannot be known. */
  readonly started: string;
}

/** This process, on a machine of a name. */
export async function whoAmI(machine: string): Promise<Holder> {
  return { machine, pid: process.pid, started: (await startOf(process.pid)) ?? '' };
}

const mark = 'held';
const between = '~';
const plain = (machine: string): string => encodeURIComponent(machine).replaceAll(between, '%7E');

/** The beginning of the name of a file that a process holds; no two are the same. */
export const nameOf = ({ machine, pid, started }: Holder): string =>
  [mark, pid, started, plain(machine), newUuid()].join(between);

/** Who holds a file of a name; undefined when nobody does. */
export function holderIn(name: string): Holder | undefined {
  const [held, pid, started, machine, id] = name.split(between);
  if (held !== mark || started === undefined || machine === undefined || id === undefined) return undefined;
  return { machine: decodeURIComponent(machine), pid: Number(pid), started };
}

/** Whether a process is there, as far as one of the machine `here` can know: one of another machine counts as there. */
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

/** When a process was started, from where Linux tells it: of a process that only waits to be buried, that it has ended. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The fields behind the name, which may hold blanks and brackets: the third of all is the state, the 22nd the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : `${boot.slice(0, 8)}-${fields[19]}`;
  } catch {
    return undefined;
  }
}
