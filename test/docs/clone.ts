import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { projectFiles, projectRoot } from '../house/project-files.ts';
import { command } from '../programs/index.ts';
import { type Ended, environment } from '../scenarios/cli/run-command.ts';

export interface Clone {
  readonly folder: string;
  /** A value of PATH with a program npx that starts the bundled command at once. The real npx takes a second for each command. */
  readonly pathWithFastNpx: string;
  remove(): void;
}

/** Copies the files that git holds, links node_modules, and runs the last step of `npm ci`. */
export function makeClone(): Clone {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-clone-'));
  for (const file of projectFiles().filter(file => !file.startsWith('test/')))
    cpSync(join(projectRoot, file), join(folder, file));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  for (const name of readdirSync(join(projectRoot, 'node_modules')).filter(name => !name.startsWith('.')))
    symlinkSync(join(projectRoot, 'node_modules', name), join(modules, name));
  // The version of Node does not matter here.
  symlinkSync(process.execPath, join(modules, '.bin/node'));
  execFileSync('npm', ['run', '--silent', 'prepare'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const fast = join(modules, '.fast');
  mkdirSync(fast);
  const npx = `#!/bin/sh\nshift\nexec '${process.execPath}' '${command}' "$@"\n`;
  writeFileSync(join(fast, 'npx'), npx, { mode: 0o755 });
  const pathWithFastNpx = `${fast}${delimiter}${process.env.PATH}`;
  return { folder, pathWithFastNpx, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface Setting {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Pastes commands into a shell that stops at the first failure. */
export async function pasteInto(script: string, { cwd, env }: Setting): Promise<Ended> {
  const child = spawn('bash', ['--norc', '-e', '-u'], { cwd, env: environment(env) });
  child.stdin.end(script);
  const output = [text(child.stdout), text(child.stderr)] as const;
  const [stdout, stderr, [status]] = await Promise.all([...output, once(child, 'close')]);
  return { status, stdout, stderr };
}

export interface Served {
  readonly url: string;
  stop(): Promise<void>;
}

/** Waits until it is ready. Throws an Error with what it said when it ends instead. */
export async function serveBy(command: string, { cwd, env }: Setting): Promise<Served> {
  const own = environment({ UNDERSTUDY_PORT: '0', ...env });
  // The command gets its own process group, so that npm and its shell also receive the signal.
  const child = spawn('bash', ['--norc', '-c', command], { cwd, env: own, detached: true });
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (text: string) => {
      said += text;
      const [, address] =
        /(?:Listening on|Base address|"localUrl":)[ "]*(https?:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? [];
      if (address !== undefined && /ready/.test(said)) resolve(address);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('exit', code => reject(new Error(`"${command}" ended with ${code}: ${said}`)));
  });
  return { url, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await ended;
}
