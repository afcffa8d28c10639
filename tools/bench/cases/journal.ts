import { type Command, startCommand } from '../command.ts';
import { playRound, startGenerator } from '../rounds.ts';
import type { Case } from './case.ts';

const mebi = 1024 * 1024;
const bound = 64 * mebi;
// Ten minutes at 250 requests per second fill the default journal several times.
const requests = 150_000;
const parts = 12;
const capMs = { quick: 1_500, full: 6_000 };
const rateLimit = 1_000_000;

/** Measures how far the memory of the server exceeds the limit of its journal under new Searches. */
export const journal: Case = async ({ quick }) => {
  const [command, generator] = await Promise.all([startCommand(), startGenerator()]);
  try {
    const sandbox = await createSandbox(command);
    const wanted = Math.round((quick ? requests / 3 : requests) / parts);
    let answered = 0;
    for (let part = 0; part < parts; part += 1) {
      const round = await playRound(generator, {
        port: Number(new URL(sandbox.baseUrl).port),
        plan: { kind: 'new-searches', from: part * wanted },
        capMs: quick ? capMs.quick : capMs.full,
        requests: wanted,
      });
      answered += round.answered;
    }
    const peak = command.peak();
    const [oldest] = await fetch(`${command.url}/_control/sandboxes/${sandbox.id}/exchanges`).then(read =>
      firstLine(read),
    );
    return [
      {
        case: 'Journal at its bound',
        what: 'highest RSS above the bound',
        value: (peak - bound) / mebi,
        unit: 'MB',
        target: { max: 150 },
        note: `${answered.toLocaleString('en')} requests; the oldest one still recorded is number ${oldest}`,
        raw: { peak, answered, oldest },
      },
    ];
  } finally {
    await Promise.all([command.stop(), generator.stop()]);
  }
};

/** Starts a sandbox on its own port. Its rate limit is on, but too high to refuse a call. */
async function createSandbox({ url }: Command): Promise<{ id: string; baseUrl: string }> {
  const answer = await fetch(`${url}/_control/sandboxes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      port: 0,
      credential: { Username: 'demo', Password: 'demo' },
      clock: { mode: 'real', start: '2026-12-01T10:00:00Z' },
      options: { rateLimit },
    }),
  });
  if (answer.status !== 201) throw new Error(`no sandbox: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Returns the number of the first exchange. The whole list is too long to read. */
async function firstLine(answer: Response): Promise<string[]> {
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return [/"number":(\d+)/.exec(new TextDecoder().decode(value))?.[1] ?? '?'];
}
