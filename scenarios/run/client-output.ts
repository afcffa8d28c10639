import { StringDecoder } from 'node:string_decoder';
import { createLeakSearch, createMask, type Secret } from './secrets.ts';

export type ClientOutput = ReturnType<typeof createClientOutput>;

/** Characters. A result is shorter, and the end of a log is the useful part. */
const kept = 64 * 1024;
const shown = 4 * 1024;

export function createClientOutput(secrets: readonly Secret[]) {
  const streams = { stdout: createStream(secrets, 'stdout'), stderr: createStream(secrets, 'stderr') };
  const mask = createMask(secrets);
  let together = '';
  return {
    write(name: 'stdout' | 'stderr', chunk: Buffer): void {
      together = (together + streams[name].write(chunk)).slice(-kept);
    },
    lastLine: () => streams.stdout.lastLine(),
    tail: () => mask(together).slice(-shown),
    masked: mask,
    leaks: (tokens: ReadonlySet<string>) => [
      ...streams.stdout.search.found(tokens),
      ...streams.stderr.search.found(tokens),
    ],
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
