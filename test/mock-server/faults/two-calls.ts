import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';

export interface Part {
  readonly path: string;
  readonly body: string;
}

/** Sends two calls, the second on the connection of the first. Returns the result of the second. */
export type SendTwo = (url: string, first: Part, second: Part) => Promise<unknown>;

/** Runs a program with a text on its standard input. Returns its exit code and output. */
async function run(program: string, args: readonly string[], input: string) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text;
  });
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code, output };
}

export const twoWithCurl: SendTwo = async (url, first, second) => {
  const post = ({ path, body }: Part) => ['-s', '-o', '/dev/null', '--data-binary', body, url + path];
  const args = [...post(first), '--next', ...post(second), '-w', 'status %{http_code}'];
  const { code, output } = await run('curl', args, '');
  return code === 0 ? output : `exit ${code}`;
};

export const twoWithPython: SendTwo = async (url, first, second) => {
  const script = fileURLToPath(new URL('two_calls.py', import.meta.url));
  const { output } = await run(
    'python3',
    [script],
    JSON.stringify({ host: new URL(url).host, first, second }),
  );
  return JSON.parse(output);
};

export const twoWithAgent: SendTwo = async (url, first, second) => {
  const agent = new Agent({ keepAlive: true });
  const post = ({ path, body }: Part) =>
    new Promise((resolve, reject) => {
      const call = request(url + path, { method: 'POST', agent }, answer => {
        answer.resume().once('error', reject);
        answer.once('end', () => resolve(`status ${answer.statusCode}`));
      });
      call.once('error', reject).end(body);
    });
  await post(first);
  await nextTurn();
  try {
    return await post(second);
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  } finally {
    agent.destroy();
  }
};

/** The connection pool behind fetch. */
export const twoWithFetch: SendTwo = async (url, first, second) => {
  const post = async ({ path, body }: Part) => {
    const response = await fetch(url + path, { method: 'POST', body });
    await response.arrayBuffer();
    return `status ${response.status}`;
  };
  await post(first);
  await nextTurn();
  return post(second).catch(error => error.cause.code);
};

/** Node's stacks reuse a connection only in the turn after its answer. */
const nextTurn = () => new Promise(resolve => setImmediate(resolve));
