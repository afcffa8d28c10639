import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { command } from '../../programs/index.ts';

/** Pastes commands into a shell in which `npx travel-understudy` starts the command directly. test/docs uses the real npx. */
export async function paste(script: string) {
  const own = `npx() { shift; '${process.execPath}' '${command}' "$@"; }\n`;
  const env = { ...process.env, NO_COLOR: '1' };
  const child = spawn('bash', ['-e', '-u'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(own + script);
  const output = [text(child.stdout), text(child.stderr)] as const;
  const [stdout, stderr, [status]] = await Promise.all([...output, once(child, 'close')]);
  return { status, stdout, stderr };
}
