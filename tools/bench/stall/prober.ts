import { Agent, request } from 'node:http';

/** The answer times of the small calls, in milliseconds. */
export interface Probed {
  calls: number;
  longest: number;
}

/**
 * Sends a small call every five milliseconds until the work has ended.
 *
 * @param url the address of the small call
 */
export async function probeDuring(url: string, work: () => Promise<unknown>): Promise<Probed> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const pending = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const sent = callOnce(url, agent).then(time => {
      times.push(time);
      pending.delete(sent);
    });
    pending.add(sent);
  }, 5);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await Promise.all(pending);
    agent.destroy();
  }
  return { calls: times.length, longest: Math.max(0, ...times) };
}

function callOnce(url: string, agent: Agent, start: number = performance.now()): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent }, answer => {
      answer.resume();
      answer.once('end', () => resolve(performance.now() - start));
    });
    // The server can close an idle connection at the moment at which the call uses it.
    call.once('error', error => (call.reusedSocket ? resolve(callOnce(url, agent, start)) : reject(error)));
    call.end();
  });
}
