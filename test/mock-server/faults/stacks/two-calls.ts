import { Agent, request } from 'node:http';
import { runCurl } from './curl.ts';
import { runPython } from './python.ts';

/** The address and the body of a call. */
export interface Part {
  readonly path: string;
  readonly body: string;
}

/** Sends two calls, the second on the connection of the first. Returns the result of the second. */
export type SendTwo = (url: string, first: Part, second: Part) => Promise<unknown>;

/** One curl with two addresses. */
export const twoWithCurl: SendTwo = async (url, first, second) => {
  const post = ({ path, body }: Part) => ['-sS', '-o', '/dev/null', '--data-binary', body, url + path];
  const { code, out } = await runCurl([
    ...post(first),
    '--next',
    ...post(second),
    '-w',
    'status %{http_code}',
  ]);
  return code === 0 ? out.toString() : `exit ${code}`;
};

/** One HTTPConnection of http.client. */
export const twoWithPython: SendTwo = (url, first, second) =>
  runPython('two_calls.py', { host: new URL(url).host, first, second });

/** One Agent of node:http with keepAlive. */
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
