import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, constants, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The path of a tracer that works here, or the reason why warp does not work here. */
export type Tracer = { readonly path: string } | { readonly reason: string };

// The address is correct for this file, for dist/scenarios/warp, and for the bundle in dist/scenarios/cli.
const folder = join(import.meta.dirname, '../warp');
const architectures = ['x64', 'arm64'];

/** The longest time for the compiler and for the probe, in ms. */
const patience = 60_000;

let found: Promise<Tracer> | undefined;

/**
 * Finds the tracer and tries it with a short program. Without a prebuilt tracer, as in a clone of the project, the first
 * call builds the tracer with the C compiler of the machine. Later calls return the same result.
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
  if (!architectures.includes(process.arch))
    return {
      reason: `warp works on processors of the kinds x64 and arm64 only, and this is ${process.arch}`,
    };
  const platform = `linux-${process.arch}`;
  const prebuilt = join(folder, 'prebuilds', platform, 'warp');
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

/** Reads all C files. */
async function readSources(): Promise<string> {
  const files = (await readdir(folder)).filter(name => /\.[ch]$/.test(name)).toSorted();
  const texts = await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')));
  return texts.join('');
}

/** Builds the tracer into the cache folder of the user. The name contains a hash of the source, so a changed source is built anew. */
async function build(platform: string): Promise<string | { reason: string }> {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  try {
    const hash = createHash('sha256')
      .update(await readSources())
      .digest('hex')
      .slice(0, 16);
    const path = join(cache, 'travel-understudy', `warp-${hash}-${platform}`);
    if (await isExecutable(path)) return path;
    const unfinished = `${path}.${process.pid}`;
    await mkdir(dirname(path), { recursive: true });
    // Many systems have no static C library, and a tracer for this machine does not need it.
    await run('cc', ['-O2', '-o', unfinished, join(folder, 'warp.c')], { timeout: patience });
    await rename(unfinished, path); // another process may build the same file
    return path;
  } catch (error) {
    return { reason: whyNotBuilt(error as Failure) }; // execFile and the file system throw errors
  }
}

type Failure = NodeJS.ErrnoException & { readonly stderr?: string };

/** Returns one line, although a compiler writes many. */
function whyNotBuilt({ code, syscall, message, stderr }: Failure): string {
  if (code === 'ENOENT' && syscall?.startsWith('spawn'))
    return 'the tracer must be built, and there is no C compiler "cc"';
  const said = stderr?.split('\n').find(line => line.includes('error')) ?? stderr ?? '';
  return `the tracer cannot be built: ${(said.trim() || message).split('\n', 1)[0]}`;
}
