import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { probeDuring } from './prober.ts';
import type { Measured } from './server.ts';
import type { LongAnswer, LongCall } from './visitor.ts';

/** The result of one long call. All times are in milliseconds. */
export interface Stall extends Measured {
  name: string;
  status: number;
  /** The length of the answer in bytes. */
  bytes: number;
  /** The longest answer time of a small call to another sandbox, and the number of these calls. */
  longestAnswer: number;
  calls: number;
  text: string;
}

/** The size of the sandbox, and the address of the store of the server. */
export interface StallOptions {
  bookings: number;
  exchanges: number;
  /** The number of bookings with due events in the sandbox "due"; 0 by default. */
  due?: number;
  store?: string;
  /** The names of the long calls to make. By default, all are made. */
  only?: readonly string[];
}

/**
 * Measures how long a small call to one sandbox waits while the server handles a long call to another sandbox.
 *
 * @example for await (const stall of measureStalls({ bookings: 250_000, exchanges: 100_000 })) console.log(stall)
 */
export async function* measureStalls(options: StallOptions): AsyncGenerator<Stall> {
  const { bookings, exchanges, due = 0, store = 'memory', only } = options;
  const folder = mkdtempSync(join(tmpdir(), 'understudy-stall-'));
  const child = fork(new URL('./server.ts', import.meta.url), [store], {
    execArgv: (process.env.STALL_ARGV ?? '').split(' ').filter(Boolean),
  });
  const visitor = new Worker(new URL('./visitor.ts', import.meta.url));
  try {
    const { url } = await answerOf<{ url: string }>(child);
    await ask(child, { fill: { bookings, exchanges, due } });
    const file = join(folder, 'sandbox.json');
    // The first call to the control API loads code.
    for (const path of ['clock', 'export', 'verdicts', 'verdicts?format=html'])
      await (await fetch(`${url}/_control/sandboxes/small/${path}`)).text();
    for (const [name, call] of Object.entries(longCalls(`${url}/_control/sandboxes`, file))) {
      if (only && !only.includes(name)) continue;
      await ask(child, { measured: true });
      let answer: LongAnswer | undefined;
      const probed = await probeDuring(`${url}/_control/sandboxes/small/clock`, async () => {
        visitor.postMessage(call);
        [answer] = await once(visitor, 'message');
      });
      const measured = await ask<Measured>(child, { measured: true });
      const { status = 0, bytes = 0, text = '' } = answer ?? {};
      yield { name, status, bytes, ...measured, longestAnswer: probed.longest, calls: probed.calls, text };
    }
  } finally {
    child.kill('SIGKILL');
    await visitor.terminate();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the long calls by name. `file` receives the export, and is imported later. */
function longCalls(sandboxes: string, file: string): Record<string, LongCall> {
  const big = `${sandboxes}/default`;
  const search = JSON.stringify({
    Credential: { Username: 'demo', Password: 'demo' },
    SearchBookingCriteria: { PassengerName: 'Nemo' },
  });
  const origin = new URL(sandboxes).origin;
  return {
    export: { url: `${big}/export`, to: file },
    import: { url: `${sandboxes}/import?id=copy`, method: 'POST', from: file },
    bookings: { url: `${big}/bookings?limit=100000` },
    'list-without-match': {
      url: `${origin}/API/REST/ClientBackOffice.svc/GetBookingList`,
      method: 'POST',
      body: search,
    },
    snapshot: { url: `${big}/snapshots`, method: 'POST', body: '{}' },
    fork: { url: sandboxes, method: 'POST', body: '{"from":"snapshot-1"}' },
    exchanges: { url: `${big}/exchanges` },
    facts: { url: `${big}/exchanges?bodies=false` },
    har: { url: `${big}/exchanges.har` },
    verdicts: { url: `${big}/verdicts` },
    'verdicts-html': { url: `${big}/verdicts?format=html` },
    advance: { url: `${sandboxes}/due/clock/advance`, method: 'POST', body: '{"by":"PT20M"}' },
    close: { url: `${sandboxes}/due/close`, method: 'POST' },
  };
}

async function ask<Reply>(child: ChildProcess, message: object): Promise<Reply> {
  const answered = answerOf<Reply>(child);
  child.send(message);
  return answered;
}

function answerOf<Reply>(child: ChildProcess): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) =>
      reject(new Error(`the server of the stall tool ended with ${code}`));
    child.once('exit', fail);
    child.once('message', reply => {
      child.off('exit', fail);
      resolve(reply as Reply); // server.ts answers each message with one type
    });
  });
}
