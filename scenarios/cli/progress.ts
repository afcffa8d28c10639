import { styleText } from 'node:util';
import { systemClock } from '#contracts';
import {
  brokenRules,
  elapsed,
  listed,
  nameOfPlay,
  type ScenarioReport,
  stateWords,
} from '../reports/index.ts';
import type { Progress } from '../runner/index.ts';

/** The stream, such as stderr, on which the runner shows progress. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Shows the progress of a run. */
export interface ProgressLine {
  show(progress: Progress): void;
  /** Replaces the progress bar with an empty line. */
  end(): void;
}

const refresh = 200;
const barWidth = 20;
const clearLine = '\r\u001b[K';

/**
 * Shows the progress of a run, with a line for each finished scenario. On a terminal, also shows a progress bar.
 *
 * @param total the number of plays
 */
export function createProgress(stream: ProgressStream, total: number): ProgressLine {
  const began = systemClock.now();
  const over = new AbortController();
  const underWay = new Set<string>();
  let done = 0;
  let broken = 0;
  const isLive = stream.isTTY === true;

  function draw(): void {
    const filled = total === 0 ? barWidth : Math.round((done / total) * barWidth);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
    const wrong = broken > 0 ? `  ${broken} broken` : '';
    const line = `${bar} ${done}/${total}${wrong}  ${elapsed(systemClock.now() - began)}  ${[...underWay].join(', ')}`;
    stream.write(clearLine + line.slice(0, Math.max(20, (stream.columns ?? 80) - 1)));
  }

  async function keepDrawing(): Promise<void> {
    while (!over.signal.aborted) {
      draw();
      await systemClock.sleep(refresh, over.signal).catch(() => undefined); // aborted by end()
    }
  }

  if (isLive) void keepDrawing();
  return {
    show(progress) {
      if (progress.kind === 'began') {
        underWay.add(nameOfPlay(progress));
        return;
      }
      const { report } = progress;
      underWay.delete(nameOfPlay(report));
      done += 1;
      if (report.state === 'broken' || report.state === 'harness-error') broken += 1;
      stream.write(`${isLive ? clearLine : ''}${doneLine(report, `${done}/${total}`)}\n`);
      if (isLive) draw();
    },
    end() {
      over.abort();
      // The empty line separates the list from the report.
      if (isLive) stream.write(`${clearLine}\n`);
    },
  };
}

/** The maximum number of broken rules in the line of a scenario. The report explains all of them. */
const maxRules = 3;

/** Returns the only line that the command prints about the scenario itself. The text report is ordered by rules. */
function doneLine(report: ScenarioReport, count: string): string {
  const { state, tookMs, virtualMs, outcome } = report;
  const name = nameOfPlay(report);
  if (state === 'not-played') return `[${count}] ${name}: ${stateWords[state]}`;
  const isBad = state === 'broken' || state === 'harness-error';
  const word = isBad ? styleText('red', stateWords[state], { stream: process.stderr }) : stateWords[state];
  const rules = listed(brokenRules({ ...report, name }), maxRules);
  const what = rules === '' ? (outcome ?? '') : rules;
  const times = `${(tookMs / 1_000).toFixed(1)} s, ${elapsed(virtualMs)} on the sandbox clock`;
  return `[${count}] ${name}: ${word}  ${times}  ${what}`.trimEnd();
}
