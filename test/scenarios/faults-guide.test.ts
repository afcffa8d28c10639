import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isOperationId, parseDuration } from '#contracts';
import { listen } from '#mock-server/node';
import { createTestSupplier, type Fetch } from '../mock-server/hotel-client.ts';
import { createPlayer } from './recipes/player.ts';

interface Example {
  title: string;
  faults: string[];
  /** A call, how it is made, and its expected result. */
  lines: { what: string; how: string; result: string }[];
}

const guide = readFileSync('docs/guides/faults.md', 'utf8');

function examplesOf(text: string): Example[] {
  return text
    .split(/^### /m)
    .slice(1)
    .map(section => {
      const [title = ''] = section.split('\n', 1);
      const faults = [...section.matchAll(/^`([^`]+)`$/gm)].map(([, fault = '']) => fault);
      const script = /```text\n(.*?)```/s.exec(section)?.[1] ?? '';
      const lines = script.trimEnd().split('\n').map(readLine);
      return { title, faults, lines };
    });
}

/** Parses a line such as `hotel.doBooking (the same again)   200, CONFIRMED`. */
function readLine(line: string): Example['lines'][number] {
  const [left = '', result = ''] = line.trim().split(/ {2,}/);
  const [, what = left, how = ''] = /^(.+?) \((.+)\)$/.exec(left) ?? [];
  return { what, how, result };
}

async function play({ faults, lines }: Example, how: 'port' | 'process'): Promise<Example['lines']> {
  const supplier = createTestSupplier({ options: { rateLimit: false }, faults });
  const listening = how === 'port' ? await listen(supplier, { port: 0 }) : undefined;
  const fetchIt: Fetch = listening ? (url, init) => fetch(url, init) : supplier.fetch;
  const player = createPlayer(supplier, {
    fetch: fetchIt,
    baseUrl: listening?.url ?? 'http://supplier.test',
  });
  const played: Example['lines'] = [];
  try {
    for (const line of lines) {
      const { what } = line;
      const [, time] = /^(P\S+) later$/.exec(what) ?? [];
      if (time !== undefined) player.clock.advance({ by: parseDuration(time) });
      const result = isOperationId(what)
        ? await player.call(what, line.how)
        : what === 'the supplier holds'
          ? player.holds()
          : time === undefined
            ? `no step of a recipe: ${what}`
            : '';
      played.push({ ...line, result });
    }
    const unused = supplier.sandboxes
      .require('default')
      .faults.list()
      .filter(({ fired }) => fired === 0);
    expect(unused, 'faults that hit nothing').toEqual([]);
  } finally {
    await listening?.close();
  }
  return played;
}

describe.each(examplesOf(guide))('the recipe "$title"', example => {
  it.each(['process', 'port'] as const)('has the results of the guide, over a %s', async how => {
    expect(example.lines.length).toBeGreaterThan(1);
    expect(await play(example, how)).toEqual(example.lines);
  });
});
