import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { program } from '../../programs/index.ts';

type Script = 'holder.ts' | 'one-process.ts' | 'racer.ts';

export const script = (name: Script): string => program(`test/client/ledger/${name}`);

export function start(file: string, args: string[]): ChildProcess {
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

export const startScript = (name: Script, args: string[]): ChildProcess =>
  start(process.execPath, [script(name), ...args]);

export async function ended(child: ChildProcess): Promise<number | string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.signalCode ?? child.exitCode ?? -1;
}

export async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout ?? child, 'data');
  return String(chunk).trimEnd();
}
