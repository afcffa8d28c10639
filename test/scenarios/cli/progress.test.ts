import { describe, expect, it } from 'vitest';
import { createProgress, type ProgressStream } from '#scenarios/cli/progress';
import type { ScenarioReport } from '#scenarios/report/schema';
import { scenarioReport, verdict } from '../report/report-sample.ts';

function reportOf(id: string, state: 'held' | 'broken'): ScenarioReport {
  const failed = verdict('no-blind-rebooking', ['books twice']);
  const times = { tookMs: 61_000, virtualMs: 3_723_000 };
  return scenarioReport(id, state === 'broken' ? [failed] : [], { state, outcome: 'confirmed', ...times });
}

/** Returns the text that a run of three scenarios writes to a stream. */
function follow(stream: Omit<ProgressStream, 'write'>): readonly string[] {
  const written: string[] = [];
  const progress = createProgress({ ...stream, write: text => written.push(text) }, 3);
  progress.show({ kind: 'began', id: 'first' });
  progress.show({ kind: 'ended', report: reportOf('first', 'held') });
  progress.show({ kind: 'began', id: 'second' });
  progress.show({ kind: 'began', id: 'third' });
  progress.show({ kind: 'ended', report: reportOf('second', 'broken') });
  progress.end();
  return written;
}

const clearLine = '\r\u001b[K';

describe('the progress of a run', () => {
  it('is a line for each finished scenario, without a bar, if the stream is not a terminal', () => {
    expect(follow({})).toEqual([
      '[1/3] first: held  61.0 s, 1:02:03 on the sandbox clock  confirmed\n',
      expect.stringMatching(
        /^\[2\/3\] second: .*BROKEN.* {2}61\.0 s, 1:02:03 on the sandbox clock {2}no-blind-rebooking\n$/,
      ),
    ]);
  });

  it('has a bar below on a terminal, with what is broken and what is under way, and takes it away in the end', () => {
    const written = follow({ isTTY: true, columns: 80 });
    expect(written).toContain(
      `${clearLine}[1/3] first: held  61.0 s, 1:02:03 on the sandbox clock  confirmed\n`,
    );
    const bars = written.filter(text => text.includes('░'));
    expect(bars[0]).toMatch(/░{20} 0\/3 {2}0:00/);
    expect(bars.at(-1)).toMatch(/█{13}░{7} 2\/3 {2}1 broken {2}0:00 {2}third$/);
    expect(written.at(-1)).toBe(`${clearLine}\n`);
  });

  it('is never wider than the terminal', () => {
    const widths = follow({ isTTY: true, columns: 40 }).filter(text => text.includes('░'));
    expect(Math.max(...widths.map(text => text.replace(clearLine, '').length))).toBeLessThan(40);
  });
});
