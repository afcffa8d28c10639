import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from './project-files.ts';
import { realTimeAndChance } from './real-time-and-chance.ts';

/** The files that may read the machine's time or use randomness: the clocks and the seeds. */
const sourcesOfTimeAndChance = [
  /^contracts\/clock\.ts$/,
  /^mock-server\/clock(\.ts|\/)/,
  /(^|\/)seeds?(-[a-z-]+)?\.ts$/,
  /(^|\/)seeds?\//,
  // It waits for turns of the event loop, in which the supplier reads its sockets. A turn has no duration that matters.
  /^scenarios\/warp\/session\.ts$/,
];

const sleeps = new Set([
  'setTimeout',
  'globalThis.setTimeout',
  'setInterval',
  'node:timers/promises',
  'timers/promises',
]);

function usesIn(files: string[]) {
  return files.flatMap(file =>
    realTimeAndChance(file, readProjectFile(file)).map(use => ({
      ...use,
      place: `${file}:${use.line} ${use.what}`,
    })),
  );
}

function sourceFiles(where: RegExp): string[] {
  return projectFiles().filter(file => where.test(file) && /\.(ts|cjs)$/.test(file));
}

describe('time and chance', () => {
  it('come from the clock and the seed everywhere else in the rooms', () => {
    const files = sourceFiles(/^(contracts|mock-server|client|scenarios)\//);
    expect(files).toContain('contracts/clock.ts');
    const others = files.filter(file => !sourcesOfTimeAndChance.some(allowed => allowed.test(file)));
    expect(usesIn(others).map(use => `${use.place}: take the Clock or the seed as a parameter`)).toEqual([]);
  });

  it('leave no sleep in a test', () => {
    const files = sourceFiles(/^test\//);
    const waits = usesIn(files).filter(use => sleeps.has(use.what));
    expect(waits.map(use => `${use.place}: move a clock instead, or await the event itself`)).toEqual([]);
  });
});

describe('realTimeAndChance', () => {
  it.each([
    ['const a = Date.now();', 'Date.now'],
    ['const a = new Date();', 'new Date()'],
    ['const a = new Date;', 'new Date()'],
    ['const a = Date();', 'Date()'],
    ['const { now } = { now: Date.now };', 'Date.now'],
    ['performance.now();', 'performance.now'],
    ['process.hrtime.bigint();', 'process.hrtime'],
    ['setTimeout(() => {}, 5);', 'setTimeout'],
    ['globalThis.setInterval(() => {}, 5);', 'globalThis.setInterval'],
    ['await new Promise(resolve => setImmediate(resolve));', 'setImmediate'],
    ['promisify(setTimeout)(5);', 'setTimeout'],
    ['const later = setTimeout;', 'setTimeout'],
    ['const later = { after: setTimeout };', 'setTimeout'],
    ["import { setTimeout as sleep } from 'node:timers/promises';", 'node:timers/promises'],
    ['AbortSignal.timeout(5);', 'AbortSignal.timeout'],
    ['const a = Math.random();', 'Math.random'],
    ['const a = crypto.randomUUID();', 'crypto.randomUUID'],
    ["import { randomBytes } from 'node:crypto';", 'crypto randomBytes'],
  ])('sees %s', (source, what) => {
    expect(realTimeAndChance('a.ts', `\n${source}`)).toEqual([{ what, line: 2 }]);
  });

  it.each([
    'const a = new Date(0);',
    'const a = clock.now();',
    'type Timer = ReturnType<typeof setTimeout>;',
    '// Date.now()',
    "const text = 'Math.random()';",
    "import { createHash } from 'node:crypto';",
    'clearTimeout(timer);',
  ])('lets %s pass', source => {
    expect(realTimeAndChance('a.ts', source)).toEqual([]);
  });
});
