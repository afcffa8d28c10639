import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Pastes commands into a shell in which `npx travel-understudy` is the command at once; test/docs does it by npx itself. */
export async function paste(script: string) {
  const own = `npx() { shift; '${process.execPath}' scenarios/cli/understudy.cjs "$@"; }\n`;
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
