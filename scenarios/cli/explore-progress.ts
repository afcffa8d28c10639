import { type Clock, durationInWords } from '#contracts';
import type { ExploreProgress } from '../explore/index.ts';
import type { ProgressStream } from './progress.ts';

/** Shows the progress of an exploration. */
export interface ExploreProgressLine {
  show(progress: ExploreProgress): void;
  /** Removes the line from a terminal. */
  end(): void;
}

/** The time between two lines, in milliseconds. A terminal has one line, which changes more often. */
const pause = { terminal: 200, file: 10_000 };
const clearLine = '\r\u001b[K';

/** Shows the progress of an exploration: the runs, an estimate of the rest, and the failures. */
export function createExploreProgress(stream: ProgressStream, clock: Clock): ExploreProgressLine {
  const began = clock.now();
  const isLive = stream.isTTY === true;
  let shown = began;
  let hasLine = false;
  return {
    show(progress) {
      const now = clock.now();
      if (now - shown < (isLive ? pause.terminal : pause.file)) return;
      shown = now;
      const line = progressText(progress, now - began);
      stream.write(
        isLive ? `${clearLine}${line.slice(0, Math.max(20, (stream.columns ?? 80) - 1))}` : `${line}\n`,
      );
      hasLine = isLive;
    },
    end() {
      if (hasLine) stream.write(clearLine);
      hasLine = false;
    },
  };
}

/**
 * Returns the progress as text. The rest is an estimate: at depth 2, each new trace adds runs.
 *
 * @param took the time since the start, in milliseconds
 */
function progressText({ runs, left, newTraces, failures }: ExploreProgress, took: number): string {
  const rest = Math.ceil((took / Math.max(1, runs)) * left);
  const time = durationInWords(Math.max(1_000, Math.ceil(rest / 1_000) * 1_000));
  return `explore: ${runs} runs, at least ${left} left (about ${time}), ${newTraces} new traces, ${failures} failures`;
}
