import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../test/free-port.ts';
import type { Child } from '../child.ts';
import { paths, searchBody } from '../requests.ts';
import type { Peer } from './definitions.ts';

const installMs = 240_000;
const startMs = 30_000;

/**
 * Installs a peer into a temporary folder, starts it, and waits until it returns the answer.
 *
 * @throws Error with a line that says why it cannot be measured
 */
export async function startPeer(peer: Peer, answer: string): Promise<Child> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-peer-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const quiet = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--loglevel', 'error'];
    await promisify(execFile)('npm', ['install', '--prefix', folder, ...quiet, peer.package], {
      timeout: installMs,
    }).catch(() => {
      throw new Error(`npm could not install ${peer.package}`);
    });
    return await serve(peer, { folder, answer, remove });
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Setup {
  readonly folder: string;
  readonly answer: string;
  remove(): Promise<void>;
}

async function serve(peer: Peer, { folder, answer, remove }: Setup): Promise<Child> {
  const port = await freePort();
  const [program = '', ...words] = peer.command({ folder, port, answer });
  const child = spawn(program, words, { cwd: folder, stdio: 'ignore' });
  let ended = '';
  child.once('error', error => {
    ended = `${program} could not be started: ${error.message}`;
  });
  child.once('exit', code => {
    ended ||= `it ended with ${code}`;
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    kill();
    process.off('exit', kill);
    await remove();
  };
  const begin = performance.now();
  for (;;) {
    const came = await search(port);
    if (came === answer) break;
    const isLate = performance.now() - begin > startMs;
    if (ended === '' && !isLate) await new Promise(resolve => setTimeout(resolve, 200));
    else {
      const late = came === undefined ? 'it did not answer in time' : 'it gave other bytes';
      const reason = ended || late;
      await stop();
      throw new Error(reason);
    }
  }
  return {
    // Answers the messages that each round sends to every server.
    async ask<Reply>(message: unknown): Promise<Reply> {
      const { ask } = message as { ask: 'port' | 'cpu' };
      return (ask === 'port' ? port : await processorMicros(child.pid)) as Reply;
    },
    stop,
  };
}

async function search(port: number): Promise<string | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${paths.search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: searchBody(0),
    });
    return await answer.text();
  } catch {
    return undefined; // the peer does not listen yet
  }
}

const tickMicros = 10_000;

/** Returns the processor time of a process in microseconds (Linux), or 0 on other systems. */
async function processorMicros(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMicros;
}
