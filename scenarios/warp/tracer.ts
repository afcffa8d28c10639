import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, constants, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The path of a tracer that works here, or the reason why there is none. */
export type Tracer = { readonly path: string } | { readonly reason: string };

/** The longest time for the compiler and for the probe, in ms. */
const patience = 60_000;

let found: Promise<Tracer> | undefined;

/**
 * Finds the tracer and tries it with a short program. In a clone of the project, the first call builds the tracer with the C
 * compiler of the machine. Later calls return the same result.
 *
 * @example const tracer = await findTracer(); if ('reason' in tracer) console.error(tracer.reason);
 */
export function findTracer(): Promise<Tracer> {
  found ??= find();
  return found;
}

async function find(): Promise<Tracer> {
  if (process.platform !== 'linux')
    return { reason: `warp works on Linux only, and this is ${process.platform}` };
  const platform = `linux-${process.arch}`;
  const prebuilt = join(import.meta.dirname, 'prebuilds', platform, 'warp');
  const path = (await isExecutable(prebuilt)) ? prebuilt : await build(platform);
  if (typeof path !== 'string') return path;
  const said = await run(path, ['--probe'], { timeout: patience }).then(
    () => 'ok',
    (error: { stdout?: string; message: string }) => error.stdout?.trim() || error.message,
  );
  return said === 'ok' ? { path } : { reason: said };
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Reads all C files; undefined if there are none, as in the package. */
async function readSources(): Promise<string | undefined> {
  const files = (await readdir(import.meta.dirname)).filter(name => /\.[ch]$/.test(name)).toSorted();
  if (files.length === 0) return undefined;
  const texts = await Promise.all(files.map(name => readFile(join(import.meta.dirname, name), 'utf8')));
  return texts.join('');
}

/** Builds the tracer into the cache folder of the user. The name contains a hash of the source, so a changed source is built anew. */
async function build(platform: string): Promise<string | { reason: string }> {
  const source = join(import.meta.dirname, 'warp.c');
  const code = await readSources();
  if (code === undefined) return { reason: `the package has no tracer for ${platform}` };
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const path = join(cache, 'travel-understudy', `warp-${hash}-${platform}`);
  if (await isExecutable(path)) return path;
  const unfinished = `${path}.${process.pid}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await run('cc', ['-O2', '-static', '-o', unfinished, source], { timeout: patience });
    await rename(unfinished, path); // another process may build the same file
    return path;
  } catch (error) {
    const { code: why, message } = error as NodeJS.ErrnoException; // execFile and the file system throw errors
    return {
      reason: why === 'ENOENT' ? 'the tracer must be built, and there is no C compiler "cc"' : message,
    };
  }
}
