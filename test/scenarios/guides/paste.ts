import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { command } from '../../programs/index.ts';

/** Pastes commands into a shell in which `npx travel-understudy` starts the command directly. test/docs uses the real npx. */
export async function paste(script: string) {
  const own = `npx() { shift; '${process.execPath}' '${command}' "$@"; }\n`;
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn('bash', ['-e', '-u'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', text => {
      output[name] += text;
    });
  }
  child.stdin.end(own + script);
  const [status] = await once(child, 'close');
  return { status, ...output };
}
