import { StringDecoder } from 'node:string_decoder';
import type { Leak } from '../judge/index.ts';
import { createLeakSearch } from './leak-search.ts';
import { createMask } from './mask-output.ts';
import type { Secret } from './secrets.ts';

/** What a client writes: looked through as it comes, of which only the end is kept. */
export interface ClientOutput {
  write(stream: 'stdout' | 'stderr', chunk: Buffer): void;
  /** The last line of stdout with something on it. */
  lastLine(): string;
  /** The end of what was written, masked. */
  tail(): string;
  /** Something of what was written, masked. */
  masked(text: string): string;
  /** Secrets that were found in it, and which of these Tokens. */
  leaks(tokens: ReadonlySet<string>): Leak[];
  /** How much was written. */
  bytes(): number;
}

/** A result is shorter, and so is what people want to read of a log. */
const kept = 64 * 1024;
const shown = 4 * 1024;

/**
 * Takes what a client writes, whatever that is and however much.
 *
 * @param secrets what must not stand in it
 */
export function createClientOutput(secrets: readonly Secret[]): ClientOutput {
  const streams = { stdout: createStream(secrets, 'stdout'), stderr: createStream(secrets, 'stderr') };
  const mask = createMask(secrets);
  let together = '';
  let bytes = 0;
  return {
    write(name, chunk) {
      bytes += chunk.length;
      together = (together + streams[name].write(chunk)).slice(-kept);
    },
    lastLine: () => streams.stdout.lastLine(),
    tail: () => mask(together).slice(-shown),
    masked: mask,
    leaks: tokens => [...streams.stdout.search.found(tokens), ...streams.stderr.search.found(tokens)],
    bytes: () => bytes,
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
