import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, constants, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
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

/** Without a prebuilt tracer, as in a clone, the first call builds it with the C compiler. Later calls return the same result. */
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
  if (!(await isExecutable(prebuilt))) return build(platform);
  return asTracer(prebuilt, await probe(prebuilt));
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/** The answer of a tracer: it works, it says why this system refuses it, or it cannot even answer. */
type Probed = { readonly kind: 'ok' } | { readonly kind: 'refused' | 'broken'; readonly why: string };

async function probe(path: string): Promise<Probed> {
  try {
    await run(path, ['--probe'], { timeout: patience });
    return { kind: 'ok' };
  } catch (error) {
    const { code, signal, stdout = '' } = error as Failure; // execFile throws errors
    const [said = ''] = stdout.trim().split('\n', 1);
    if (code === 1 && said !== '') return { kind: 'refused', why: said };
    if (code === 'EACCES')
      return { kind: 'broken', why: 'it may not be executed; its file system may be mounted with "noexec"' };
    const how = signal ? `the signal ${signal} ended it` : `it failed with ${code}`;
    return { kind: 'broken', why: how };
  }
}

function asTracer(path: string, probed: Probed): Tracer {
  if (probed.kind === 'ok') return { path };
  return {
    reason: probed.kind === 'refused' ? probed.why : `the tracer ${path} does not run: ${probed.why}`,
  };
}

async function readSources(): Promise<string> {
  const files = (await readdir(folder)).filter(name => /\.[ch]$/.test(name)).toSorted();
  const texts = await Promise.all(files.map(name => readFile(join(folder, name), 'utf8')));
  return texts.join('');
}

/** Into the user's cache, or else a private folder. The name has a hash of the source, so a changed source is built anew. */
async function build(platform: string): Promise<Tracer> {
  const hash = createHash('sha256')
    .update(await readSources())
    .digest('hex')
    .slice(0, 16);
  let first: Tracer | undefined;
  for (const open of [openCache, openPrivateFolder]) {
    try {
      const built = await buildIn(await open(), `warp-${hash}-${platform}`);
      if (!('unusable' in built)) return built;
      first ??= { reason: built.unusable };
    } catch (error) {
      first ??= { reason: `the tracer cannot be built: ${lineOf(error as Failure)}` }; // the file system throws errors
    }
  }
  return first ?? { reason: 'the tracer cannot be built' };
}

/** Finds or builds the tracer in a folder. `unusable` says why another folder is worth a try. */
async function buildIn(cache: string, name: string): Promise<Tracer | { readonly unusable: string }> {
  const path = join(cache, name);
  if (await isExecutable(path)) {
    const probed = await probe(path);
    if (probed.kind !== 'broken') return asTracer(path, probed); // a broken one is built once more
  }
  const unfinished = `${path}.${process.pid}`;
  try {
    const failure = await compile(unfinished);
    if (failure !== undefined) return { reason: failure };
    const probed = await probe(unfinished);
    if (probed.kind === 'broken') return { unusable: `the tracer ${path} does not run: ${probed.why}` };
    await rename(unfinished, path); // another process may build the same file
    return asTracer(path, probed);
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function compile(target: string): Promise<string | undefined> {
  await writeFile(target, ''); // throws for a folder that cannot be written, which is not the fault of the compiler
  await rm(target);
  // Many systems have no static C library, and a tracer for this machine does not need it.
  const compiled = run('cc', ['-O2', '-o', target, join(folder, 'warp.c')], { timeout: patience });
  const failure = await compiled.then(() => undefined, whyNotBuilt);
  // A file that may not be executed is worth a try in another folder.
  if (failure !== undefined || existsSync(target)) return failure;
  return 'the tracer cannot be built: "cc" ended without an error, but wrote no program';
}

/** Relative paths do not count, because they would lead into the current folder. */
async function openCache(): Promise<string> {
  const given = process.env.XDG_CACHE_HOME ?? '';
  const home = isAbsolute(homedir()) ? homedir() : userInfo().homedir;
  const cache = join(isAbsolute(given) ? given : join(home, '.cache'), 'travel-understudy');
  if (!isAbsolute(cache)) throw new Error('this user has no home folder');
  await mkdir(cache, { recursive: true });
  return cache;
}

/** Belongs to this user alone. Throws an Error if another user could change the files in it. */
async function openPrivateFolder(): Promise<string> {
  const uid = process.getuid?.();
  const path = join(tmpdir(), `travel-understudy-${uid}`);
  await mkdir(path, { mode: 0o700 }).catch(() => undefined); // an earlier run may have created it
  const found = await lstat(path);
  if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return path;
  throw new Error(`other users can write to the folder ${path}`);
}

type Failure = Error & {
  readonly code?: string | number | null;
  readonly signal?: NodeJS.Signals | null;
  readonly syscall?: string;
  readonly stdout?: string;
  readonly stderr?: string;
};

const lineOf = ({ message }: Failure): string => message.split('\n', 1)[0] ?? '';

function whyNotBuilt(error: Failure): string {
  const { code, signal, syscall, stderr = '' } = error;
  if (code === 'ENOENT' && syscall?.startsWith('spawn'))
    return 'the tracer must be built, and there is no C compiler "cc"';
  const lines = stderr.trim().split('\n');
  const said = (lines.find(line => line.includes('error')) ?? lines[0] ?? '').trim();
  const how = signal ? `by the signal ${signal}` : `with exit code ${code}`;
  if (typeof code === 'string') return `the tracer cannot be built: ${lineOf(error)}`;
  return `the tracer cannot be built: ${said || `"cc" ended ${how} and gave no reason`}`;
}
