import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Seen } from './seen.ts';

/** Whether Python is installed. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;

/** A call for Python, and its time-out in seconds. */
export interface PythonCall {
  readonly name: string;
  readonly host: string;
  readonly path: string;
  readonly timeout: number;
}

/** Runs a script of this folder with JSON on its standard input. Returns its parsed output. */
export async function runPython(script: string, input: unknown): Promise<unknown> {
  const child = spawn('python3', [fileURLToPath(new URL(script, import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text;
  });
  child.stdin.end(JSON.stringify(input));
  await once(child, 'close');
  return JSON.parse(output);
}

/** Makes calls with Python's http.client, all in one process. */
export async function lookWithPython(
  calls: readonly PythonCall[],
  body: string,
): Promise<ReadonlyMap<string, Seen>> {
  const seen = (await runPython('look.py', { body, calls })) as Record<string, Seen & { bytes: string }>; // the output format of look.py
  return new Map(
    Object.entries(seen).map(([name, one]) => [name, { ...one, bytes: Buffer.from(one.bytes, 'base64') }]),
  );
}
