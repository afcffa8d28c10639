import { visit } from './connection.ts';
import { createVisitors, type Plan } from './visitors.ts';

/** One round of load: at most so many requests and so many milliseconds, always to this machine. */
export interface Job {
  port: number;
  plan: Plan;
  requests: number;
  capMs: number;
  connections: number;
}

/** What came of a round. */
export interface Round {
  answered: number;
  failed: number;
  ms: number;
  bytes: number;
  /** Share of the round that the generator itself computed: near 1 it is what was measured. */
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
  run(job as Job).then(round => process.send?.(round)); // only the bench sends, and only jobs
});
process.send?.('ready');
