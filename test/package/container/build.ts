import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectFiles, projectRoot, readProjectFile } from '../../house/project-files.ts';
import { type Instruction, isSent, readDockerfile, type Stage, wordsOf } from './dockerfile.ts';

/** An image as a folder, and the command that starts it. */
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
export type Instead = Readonly<Record<string, (folder: string) => void>>;

type Draft = { -readonly [K in keyof Image]: Image[K] };

interface Site {
  readonly images: Map<string, Image>;
  readonly instead: Instead;
}

/**
 * Builds a Dockerfile without a container engine. Each stage is an empty folder; COPY copies, and RUN runs in the folder
 * that WORKDIR names. Returns the last stage.
 *
 * @throws Error for an instruction that is not known here, and when a RUN fails
 */
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
  const none: readonly string[] = [];
  const draft: Draft = {
    root,
    workdir: '/',
    env: {},
    user: 'root',
    entrypoint: none,
    cmd: none,
    health: none,
    ports: none,
  };
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
  else throw new Error(`the Dockerfile has ${name}, which test/package/container does not know: teach it`);
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
