import { styleText } from 'node:util';
import { type Clock, durationInWords, systemClock } from '#contracts';
import { clockTime } from '#contracts/util';
import type { ExploreProgress } from '../explore/index.ts';
import { brokenRules, listed, nameOfPlay, type ScenarioReport, stateWords } from '../report/index.ts';
import type { Progress } from '../run/node.ts';

export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The time between two lines, in milliseconds. A terminal has one line, which changes more often. */
const pause = { terminal: 200, file: 10_000 };
const barWidth = 20;
const clearLine = '\r\u001b[K';

const lineOf = ({ columns = 80 }: ProgressStream, text: string): string =>
  clearLine + text.slice(0, Math.max(20, columns - 1));

export function createProgress(stream: ProgressStream, total: number) {
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
    const time = clockTime(systemClock.now() - began);
    stream.write(lineOf(stream, `${bar} ${done}/${total}${wrong}  ${time}  ${[...underWay].join(', ')}`));
  }

  async function keepDrawing(): Promise<void> {
    while (!over.signal.aborted) {
      draw();
      await systemClock.sleep(pause.terminal, over.signal).catch(() => undefined); // aborted by end()
    }
  }

  if (isLive) void keepDrawing();
  return {
    show(progress: Progress): void {
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
    end(): void {
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
  const times = `${(tookMs / 1_000).toFixed(1)} s, ${clockTime(virtualMs)} on the sandbox clock`;
  return `[${count}] ${name}: ${word}  ${times}  ${what}`.trimEnd();
}

/** @param bound whether the runs that are left are `at least` or `at most` as many as estimated */
export function createExploreProgress(stream: ProgressStream, clock: Clock, bound = 'at least') {
  const began = clock.now();
  const isLive = stream.isTTY === true;
  let shown = began;
  let hasLine = false;
  return {
    show(progress: ExploreProgress): void {
      const now = clock.now();
      if (now - shown < (isLive ? pause.terminal : pause.file)) return;
      shown = now;
      const line = progressText(progress, now - began, bound);
      stream.write(isLive ? lineOf(stream, line) : `${line}\n`);
      hasLine = isLive;
    },
    end(): void {
      if (hasLine) stream.write(clearLine);
      hasLine = false;
    },
  };
}

/** Returns the progress as text. The rest is an estimate: at depth 2, each new trace adds runs. */
function progressText(
  { runs, left, newTraces, failures }: ExploreProgress,
  took: number,
  bound: string,
): string {
  const rest = Math.ceil((took / Math.max(1, runs)) * left);
  const time = durationInWords(Math.max(1_000, Math.ceil(rest / 1_000) * 1_000));
  return `explore: ${runs} runs, ${bound} ${left} left (about ${time}), ${newTraces} new traces, ${failures} failures`;
}
