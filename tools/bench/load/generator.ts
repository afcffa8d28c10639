import { visit } from './connection.ts';
import { createVisitors, type Plan } from './visitors.ts';

/** One round of load with a limit on requests and milliseconds. The target is always this machine. */
export interface Job {
  port: number;
  plan: Plan;
  requests: number;
  capMs: number;
  connections: number;
}

/** The result of a round. */
export interface Round {
  answered: number;
  failed: number;
  ms: number;
  bytes: number;
  /** The share of the round in which the generator itself computed. Near 1, the generator limits the result. */
  busy: number;
}

async function run({ port, plan, requests, capMs, connections }: Job): Promise<Round> {
  const newVisitor = createVisitors(plan);
  const cpu = process.cpuUsage();
  const start = performance.now();
  const round = { answered: 0, failed: 0, bytes: 0 };
  let sent = 0;
  await Promise.all(
    Array.from({ length: connections }, () =>
      visit({
        port,
        visitor: newVisitor(),
        mayGoOn: () => sent++ < requests && performance.now() - start < capMs,
        onAnswer(status, bytes) {
          round.answered += 1;
          round.bytes += bytes;
          if (status !== 200) round.failed += 1;
        },
      }),
    ),
  );
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { ...round, ms, busy: (user + system) / 1_000 / ms };
}

process.on('message', job => {
  run(job as Job).then(round => process.send?.(round)); // only the bench sends messages, and each is a job
});
process.send?.('ready');
