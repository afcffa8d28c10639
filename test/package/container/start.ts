import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from '../../programs/index.ts';
import type { Image } from './build.ts';

/** The id of the unprivileged user that every system has. In the image it is the user `node`. */
const unprivilegedId = 65_534;

/** The user of a container process. Only root can choose it. */
const identity = process.getuid?.() === 0 ? { uid: unprivilegedId, gid: unprivilegedId } : {};

/** Copies the Node of this run to the path of the base image, in a place that every user can read. */
export function addNode({ root }: Image): void {
  // The user of the image must be able to reach it.
  chmodSync(runFolder, 0o711);
  const bin = join(root, 'usr/local/bin');
  mkdirSync(bin, { recursive: true });
  copyFileSync(process.execPath, join(bin, 'node'));
}

/** How a process of the container starts: with the folder, the user and the environment of the image. */
function settingOf({ root, workdir, env, user }: Image, own: Readonly<Record<string, string>>) {
  return {
    cwd: join(root, workdir),
    env: { PATH: `${join(root, 'usr/local/bin')}:/usr/bin:/bin`, ...env, ...own },
    ...(user === 'root' ? {} : identity),
  };
}

/** The command of an image. Paths that begin in its WORKDIR point into its folder. */
const placed = (words: readonly string[], { root, workdir }: Image): string[] =>
  words.map(word => (word.startsWith(`${workdir}/`) ? join(root, word) : word));

/** A running container. */
export interface Container {
  readonly child: ChildProcess;
  /** The first line of its output. */
  readonly ready: Record<string, unknown>;
  /** Sends SIGTERM, as `docker stop` does, and returns the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the image as `docker run` does, and waits for its first line.
 *
 * @param own variables, as `--env` gives them
 * @throws Error with what it wrote when it ends instead
 */
export async function startImage(image: Image, own: Readonly<Record<string, string>>): Promise<Container> {
  const [program = '', ...args] = placed([...image.entrypoint, ...image.cmd], image);
  const child = spawn(program, args, { ...settingOf(image, own), stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let said = '';
  const line = new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('\n')) resolve(said.slice(0, said.indexOf('\n')));
    });
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`the image ended with ${code}: ${said}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await exited;
    return code;
  };
  return { child, ready: JSON.parse(await line), stop };
}

/** Runs the HEALTHCHECK of an image beside the container, and returns its exit code. */
export function checkHealth(image: Image, own: Readonly<Record<string, string>>): number | null {
  const [program = '', ...args] = placed(image.health, image);
  return spawnSync(program, args, { ...settingOf(image, own), stdio: 'ignore' }).status;
}
