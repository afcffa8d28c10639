import { readdir, readFile } from 'node:fs/promises';

/** So often are those looked for who were started while others were ended. */
const rounds = 5;

/**
 * Kills every process that has a variable in its environment: whoever has left the process group of a client, as a daemon
 * does, still carries what the client was started with. Finds them only where processes show their environment (Linux), and
 * does nothing elsewhere.
 *
 * @param variable `NAME=value`, with a value that nobody else has
 * @returns how many there were
 */
export async function killStrays(variable: string): Promise<number> {
  const killed = new Set<number>();
  for (let round = 0; round < rounds; round += 1) {
    const found = await carriersOf(variable);
    if (found.length === 0) break;
    for (const pid of found) {
      killed.add(pid);
      kill(pid);
    }
  }
  return killed.size;
}

async function carriersOf(variable: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.map(Number).filter(pid => pid > 0 && pid !== process.pid);
  const found = await Promise.all(
    pids.map(async pid => {
      const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => ''); // another user's, or gone
      return environment.split('\0').includes(variable) ? [pid] : [];
    }),
  );
  return found.flat();
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended meanwhile
  }
}
