import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../folder.ts';
import { projectRoot } from '../../house/project-files.ts';

const { newFolder } = createFolder();

interface Machine {
  readonly cache: string;
  /** The folders with commands; those of this machine if they are not given. */
  readonly path?: string;
  /** The folder with the code; the project if it is not given. */
  readonly root?: string;
  /** Other variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Evaluates code in a process that has its own cache folder. */
function evaluate(code: string, machine: Machine) {
  const { cache, path = process.env.PATH ?? '', root = projectRoot, env } = machine;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: root,
    env: { ...process.env, XDG_CACHE_HOME: cache, PATH: path, ...env },
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

/** Looks for the tracer in a new process, because one process looks only once. */
function find(machine: Machine): { path?: string; reason?: string } {
  const code = `const { findTracer } = await import('./scenarios/warp/tracer.ts');
    console.log(JSON.stringify(await findTracer()));`;
  const { stdout, stderr } = evaluate(code, machine);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** Returns a folder with a command `cc`. */
function withCompiler(script: string): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'cc'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

/** Returns a copy of the code of warp in which a file has other content. */
function changedCode(name: string, content: string): string {
  const root = newFolder();
  cpSync(join(projectRoot, 'scenarios/warp'), join(root, 'scenarios/warp'), { recursive: true });
  writeFileSync(join(root, 'scenarios/warp', name), content);
  return root;
}

describe.runIf(process.platform === 'linux')('findTracer', () => {
  it('builds the tracer into the cache folder at the first use, and finds it there later without a compiler', () => {
    const cache = newFolder();
    const { path } = find({ cache });
    const [name = ''] = readdirSync(join(cache, 'travel-understudy'));
    expect(path).toBe(join(cache, 'travel-understudy', name));
    expect(name).toMatch(new RegExp(`^warp-[0-9a-f]{16}-linux-${process.arch}$`));
    expect(find({ cache, path: newFolder() })).toEqual({ path });
    expect(readdirSync(join(cache, 'travel-understudy'))).toEqual([name]);
  });

  it('builds nothing for a prebuilt tracer', () => {
    const cache = newFolder();
    const root = changedCode('warp.c', 'not C');
    const folder = join(root, 'scenarios/warp/prebuilds', `linux-${process.arch}`);
    mkdirSync(folder, { recursive: true });
    symlinkSync(find({ cache }).path ?? '', join(folder, 'warp'));
    expect(find({ cache: newFolder(), path: newFolder(), root })).toEqual({ path: join(folder, 'warp') });
  });

  it('says that there is no C compiler', () => {
    const cache = newFolder();
    const reason = 'the tracer must be built, and there is no C compiler "cc"';
    expect(find({ cache, path: newFolder() })).toEqual({ reason });
  });

  it('says in one line why the compiler failed', () => {
    const root = changedCode('warp.c', 'int main(void) { return nothing; }\n');
    const { reason } = find({ cache: newFolder(), root });
    expect(reason).toMatch(/^the tracer cannot be built: .*error: .*nothing.*$/);
  });

  it.each([
    ['exit 3', 'the tracer cannot be built: "cc" ended with exit code 3 and gave no reason'],
    ['exit 0', 'the tracer cannot be built: "cc" ended without an error, but wrote no program'],
    [
      `printf '#!/bin/sh\\necho ptrace is not permitted; exit 1\\n' >"$3"; /bin/chmod +x "$3"`,
      'ptrace is not permitted',
    ],
  ])('says why there is no tracer where the compiler does no more than: %s', (script, reason) => {
    expect(find({ cache: newFolder(), path: withCompiler(script) })).toEqual({ reason });
  });

  it('builds into a private folder if the cache folder cannot be written', () => {
    const cache = join(newFolder(), 'file');
    writeFileSync(cache, '');
    const TMPDIR = newFolder();
    const { path = '' } = find({ cache, env: { TMPDIR } });
    expect(dirname(path)).toBe(join(TMPDIR, `travel-understudy-${process.getuid?.()}`));
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    chmodSync(dirname(path), 0o777);
    expect(find({ cache, env: { TMPDIR } }).reason).toMatch(/^the tracer cannot be built: ENOTDIR: .*$/);
  });

  it('does not build into the current folder if the home folder or the cache folder is not absolute', () => {
    const HOME = newFolder();
    const root = changedCode('warp.c', 'int main(void) { return nothing; }\n');
    const before = readdirSync(root);
    find({ cache: 'here', root, env: { HOME } });
    expect(readdirSync(join(HOME, '.cache'))).toEqual(['travel-understudy']);
    find({ cache: 'here', root, env: { HOME: '' } });
    expect(readdirSync(root)).toEqual(before);
  });

  it('builds the tracer once more if the one in the cache folder does not run', () => {
    const cache = newFolder();
    const { path = '' } = find({ cache });
    writeFileSync(path, 'not a program');
    expect(find({ cache })).toEqual({ path });
    expect(find({ cache, path: newFolder() })).toEqual({ path });
  });

  it('keeps no tracer that does not run, and names its file', () => {
    const cache = newFolder();
    const path = withCompiler(`printf '#!/bin/sh\\nkill -9 $$\\n' >"$3"; /bin/chmod +x "$3"`);
    const { reason } = find({ cache, path, env: { TMPDIR: newFolder() } });
    expect(reason).toMatch(/^the tracer .*\/warp-\S+ does not run: the signal SIGKILL ended it$/);
    expect(readdirSync(join(cache, 'travel-understudy'))).toEqual([]);
    const unexecutable = find({ cache, path: withCompiler(`echo >"$3"`), env: { TMPDIR: newFolder() } });
    const why = /does not run: it may not be executed; its file system may be mounted with "noexec"$/;
    expect(unexecutable.reason).toMatch(why);
  });
});

describe('the build of the package', () => {
  const build = (target: string, path: string) => {
    const code = `const { buildTracer } = await import('./.ci/build-tracer.ts'); buildTracer(${JSON.stringify(target)});`;
    return evaluate(code, { cache: target, path });
  };

  it('goes on without a compiler, and says for which platforms it has no tracer', () => {
    const target = join(newFolder(), 'warp');
    const { stderr, ...ended } = build(target, newFolder());
    const missing = /The package gets no tracer for (\S+), because this machine has no ".*cc"\.\n/g;
    expect(stderr.replaceAll(missing, '$1 ')).toBe('linux-x64 linux-arm64 ');
    expect(ended).toEqual({ status: 0, stdout: '' });
    expect(readdirSync(join(target, 'prebuilds'))).toEqual(['C-LIBRARY-LICENSE.txt']);
  });

  it.runIf(process.platform === 'linux')('fails if the compiler fails', () => {
    const stderr = expect.stringMatching(
      /^broken\n[\s\S]*Error: "cc" cannot compile the tracer of warp for /,
    );
    const failed = build(join(newFolder(), 'warp'), withCompiler('echo broken; exit 1'));
    expect(failed).toMatchObject({ status: 1, stderr });
  });
});
