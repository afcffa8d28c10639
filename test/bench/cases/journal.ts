import { startUnderstudy } from '../beside.ts';
import { playRound, startGenerator } from '../rounds.ts';
import type { Memory } from '../servers/answer-parent.ts';
import type { Case } from './case.ts';

const bound = 64 * 1024 * 1024;
const mebi = 1024 * 1024;
// Ten minutes at 250 requests a second: fills the default journal several times over.
const requests = 150_000;
const parts = 12;
const capMs = { quick: 1_000, full: 3_000 };

/** How far memory rises above the journal's bound while ever new Searches fill it several times over. */
export const journal: Case = async ({ quick }) => {
  const [server, generator] = await Promise.all([startUnderstudy(), startGenerator()]);
  try {
    const port = await server.ask<number>({ ask: 'port' });
    const wanted = Math.round((quick ? requests / 3 : requests) / parts);
    let answered = 0;
    for (let part = 0; part < parts; part += 1) {
      const round = await playRound(generator, {
        port,
        plan: { kind: 'new-searches', from: part * wanted },
        capMs: quick ? capMs.quick : capMs.full,
        requests: wanted,
      });
      answered += round.answered;
    }
    const lost = await server.ask<{ facts: number; bodies: number }>({ lost: true });
    const peak = await server.ask<number>({ ask: 'peak' });
    const after = await server.ask<Memory>({ ask: 'rss' });
    return [
      {
        case: 'Journal at its bound',
        what: 'highest RSS above the bound',
        value: (peak - bound) / mebi,
        unit: 'MB',
        target: { most: 150 },
        note: `${answered.toLocaleString('en')} requests, facts of ${lost.facts} and bodies of ${lost.bodies} dropped; in the end ${Math.round(after.rss / mebi)} MB RSS, heap ${Math.round(after.heap / mebi)} MB`,
        raw: { peak, after, answered, lost },
      },
    ];
  } finally {
    await Promise.all([server.stop(), generator.stop()]);
  }
};
