import { StringDecoder } from 'node:string_decoder';
import type { Leak } from '../judge/index.ts';
import { createLeakSearch } from './leak-search.ts';
import { createMask } from './mask-output.ts';
import type { Secret } from './secrets.ts';

/** The output of a client: searched for secrets as it arrives; only its end is kept. */
export interface ClientOutput {
  write(stream: 'stdout' | 'stderr', chunk: Buffer): void;
  /** Returns the last line of stdout that is not empty. */
  lastLine(): string;
  /** Returns the end of the output, masked. */
  tail(): string;
  /** Masks a part of the output. */
  masked(text: string): string;
  /** Returns the secrets in it, and one of these Tokens if any is in it. */
  leaks(tokens: ReadonlySet<string>): Leak[];
}

/** Characters: a result is shorter, and people read only the end of a log. */
const kept = 64 * 1024;
const shown = 4 * 1024;

/**
 * Collects the output of a client, of any length.
 *
 * @param secrets what must not be in it
 */
export function createClientOutput(secrets: readonly Secret[]): ClientOutput {
  const streams = { stdout: createStream(secrets, 'stdout'), stderr: createStream(secrets, 'stderr') };
  const mask = createMask(secrets);
  let together = '';
  return {
    write(name, chunk) {
      together = (together + streams[name].write(chunk)).slice(-kept);
    },
    lastLine: () => streams.stdout.lastLine(),
    tail: () => mask(together).slice(-shown),
    masked: mask,
    leaks: tokens => [...streams.stdout.search.found(tokens), ...streams.stderr.search.found(tokens)],
  };
}

function createStream(secrets: readonly Secret[], name: string) {
  const decoder = new StringDecoder('utf8');
  const search = createLeakSearch(secrets, name);
  let line = '';
  let last = '';
  return {
    search,
    write(chunk: Buffer): string {
      const text = decoder.write(chunk);
      search.read(text);
      const lines = (line + text).split('\n');
      line = (lines.pop() ?? '').slice(-kept);
      last = lines.findLast(one => one.trim() !== '') ?? last;
      return text;
    },
    lastLine: () => (line.trim() === '' ? last : line).trim(),
  };
}
