import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Seen, Stack } from './seen.ts';

/** Whether curl is installed. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Runs curl with a body on its standard input. Returns its exit code and output. */
export async function runCurl(args: readonly string[], body = ''): Promise<{ code: number; out: Buffer }> {
  const child = spawn('curl', ['-sS', ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', chunk => chunks.push(chunk));
  child.stdin.end(body);
  const [code] = await once(child, 'close');
  return { code, out: Buffer.concat(chunks) };
}

const mark = '\n--curl--\n';
const written = '%{http_code}\\n%{content_type}\\n%header{retry-after}';

/** The curl command. Its exit code says how the call ended. */
export const curlStack: Stack = async ({ url, body, timeoutMs }) => {
  const args = [
    '--max-time',
    String(timeoutMs / 1_000),
    '--data-binary',
    '@-',
    '-w',
    `${mark}${written}`,
    url,
  ];
  const { code, out } = await runCurl(args, body);
  const at = out.lastIndexOf(mark);
  const [status, type, retryAfter] = out
    .subarray(at + mark.length)
    .toString()
    .split('\n');
  const seen: Seen = { bytes: out.subarray(0, at), end: `exit ${code}` };
  return status === '000' ? seen : { ...seen, status: Number(status), type, retryAfter };
};
