import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectFiles, projectRoot, readProjectFile } from '../house/project-files.ts';
import { runFolder } from '../programs/index.ts';

export interface Image {
  /** The folder that represents `/`. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
  readonly health: readonly string[];
  readonly ports: readonly string[];
}

/** A line of a Dockerfile that cannot run unchanged, and its replacement. */
type Instead = Readonly<Record<string, (folder: string) => void>>;

type Draft = { -readonly [K in keyof Image]: Image[K] };

interface Site {
  readonly images: Map<string, Image>;
  readonly instead: Instead;
}

/** Without a container engine: each stage is a folder; COPY copies, and RUN runs in the folder of WORKDIR. Returns the last stage. */
export function buildImage(folder: string, instead: Instead): Image {
  const site: Site = { images: new Map(), instead };
  let last: Image | undefined;
  for (const [index, stage] of readDockerfile(readProjectFile('Dockerfile')).entries()) {
    last = buildStage(stage, join(folder, stage.name ?? `stage-${index}`), site);
    if (stage.name !== undefined) site.images.set(stage.name, last);
  }
  if (last === undefined) throw new Error('the Dockerfile has no FROM');
  return last;
}

function buildStage({ instructions }: Stage, root: string, site: Site): Image {
  mkdirSync(root, { recursive: true });
  const lists = { entrypoint: [], cmd: [], health: [], ports: [] };
  const draft: Draft = { root, workdir: '/', env: {}, user: 'root', ...lists };
  for (const instruction of instructions) follow(instruction, draft, site);
  return draft;
}

function follow({ name, rest }: Instruction, draft: Draft, site: Site): void {
  const here = join(draft.root, draft.workdir);
  if (name === 'WORKDIR') {
    draft.workdir = rest;
    mkdirSync(join(draft.root, rest), { recursive: true });
  } else if (name === 'COPY') copy(rest, here, site.images);
  else if (name === 'RUN') runIn(here, rest, site.instead);
  else if (name === 'ENV') draft.env = { ...draft.env, ...pairs(rest) };
  else if (name === 'USER') draft.user = rest;
  else if (name === 'EXPOSE') draft.ports = [...draft.ports, rest];
  else if (name === 'HEALTHCHECK') draft.health = wordsOf(rest.replace(/^.*?\bCMD /, ''));
  else if (name === 'ENTRYPOINT') draft.entrypoint = wordsOf(rest);
  else if (name === 'CMD') draft.cmd = wordsOf(rest);
  else throw new Error(`the Dockerfile has ${name}, which test/package/image.ts does not know: teach it`);
}

const pairs = (rest: string): Record<string, string> =>
  Object.fromEntries(rest.split(/\s+/).map(pair => [pair.split('=')[0], pair.replace(/^[^=]*=/, '')]));

function copy(rest: string, here: string, images: Site['images']): void {
  const [, from, paths = ''] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(rest) ?? [];
  const words = paths.split(/\s+/);
  const target = join(here, words.at(-1) ?? '');
  if (from !== undefined) {
    const image = images.get(from);
    if (image === undefined) throw new Error(`COPY --from=${from}: no stage before this one has that name`);
    for (const source of words.slice(0, -1)) copyOne(join(image.root, source), target);
    return;
  }
  const dockerignore = readProjectFile('.dockerignore');
  const context = projectFiles().filter(file => isSent(file, dockerignore));
  for (const source of words.slice(0, -1)) {
    const files = context.filter(file => source === '.' || file === source || file.startsWith(`${source}/`));
    if (files.length === 0)
      throw new Error(`COPY ${source}: .dockerignore excludes it, or it does not exist`);
    for (const file of files) cpSync(join(projectRoot, file), join(target, file));
  }
}

/** Copies like COPY: the content of a folder, not the folder itself. */
function copyOne(source: string, target: string): void {
  if (!existsSync(source)) throw new Error(`COPY of ${source}: no step before made it`);
  const to = statSync(source).isDirectory() ? target : join(target, basename(source));
  cpSync(source, to, { recursive: true, verbatimSymlinks: true });
}

function runIn(here: string, line: string, instead: Instead): void {
  const other = instead[line];
  if (other !== undefined) {
    other(here);
    return;
  }
  // npm takes the packages of this checkout from its cache.
  const env = { ...process.env, npm_config_prefer_offline: 'true', NO_COLOR: '1' };
  execFileSync('bash', ['-e', '-c', line], { cwd: here, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

export interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** Parses a Dockerfile, as far as ours needs it: comments, lines that continue after a backslash, arguments of FROM, stages. */
export function readDockerfile(text: string): Stage[] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(line => line.trim() !== '');
  const stages: { base: string; name: string | undefined; instructions: Instruction[] }[] = [];
  const defaults: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', written = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'ARG' && stages.length === 0) {
      Object.assign(defaults, pairs(written));
      continue;
    }
    const rest = name === 'FROM' ? written.replace(/\$\{(\w+)\}/, (_, arg) => defaults[arg] ?? '') : written;
    const [, base = '', as] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? [];
    if (name === 'FROM') stages.push({ base, name: as, instructions: [] });
    else if (stages.length === 0) throw new Error(`the Dockerfile has "${line}" in front of its first FROM`);
    else stages.at(-1)?.instructions.push({ name, rest });
  }
  return stages;
}

/** By the lines of a .dockerignore: `*`, a name at the top level, or `!` and an included name. The last matching line counts. */
function isSent(path: string, dockerignore: string): boolean {
  const top = path.split('/')[0];
  let sent = true;
  for (const line of dockerignore.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, not, name] = /^(!?)(\*|[\w.-]+)$/.exec(line) ?? [];
    if (name === undefined)
      throw new Error(`.dockerignore has "${line}": write "*", a name, or "!" and a name`);
    if (name === '*' || name === top) sent = not === '!';
  }
  return sent;
}

/** Returns the entries of a JSON list, or the shell command of a line. */
const wordsOf = (rest: string): string[] => (rest.startsWith('[') ? JSON.parse(rest) : ['bash', '-c', rest]);

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

export interface Container {
  readonly child: ChildProcess;
  readonly ready: Record<string, unknown>;
  /** Sends SIGTERM, as `docker stop` does. */
  stop(): Promise<number | null>;
}

/** Starts the image as `docker run` does, and waits for its first line. */
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
