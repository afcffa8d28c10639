import type { Readable } from 'node:stream';
import { durationsText } from '../../report/index.ts';
import { readTotals, warpYears } from '../../warp/index.ts';
import { defineCommand, type OptionValues, option } from '../command.ts';
import { readWarpStart, requireTracer } from '../find-warp.ts';
import { warpQuiet } from '../options.ts';
import { exitCodeOf, superviseGroup } from '../run-in-group.ts';

const options = {
  // The description of the other commands begins with the clock mode, which is the only one here.
  quiet: { ...warpQuiet, description: warpQuiet.description.replace(/^with warp: /, '') },
  start: option(
    '<instant>',
    `date and time with which the command starts, such as 2026-12-01T10:00:00Z, ${warpYears}`,
    readWarpStart,
    { shownDefault: 'now' },
  ),
};

export const command = defineCommand({
  args: ['<command...>'],
  isPassthrough: true,
  options,
  examples: ['warp -- sleep 3600', 'warp --start 2026-12-31T23:59:50Z -- ./book.sh'],
  run: warp,
});

async function warp(
  { quiet, start }: OptionValues<typeof options>,
  [program = '', ...args]: readonly string[],
): Promise<number> {
  const tracer = await requireTracer({ name: 'warp' });
  const { end, started: totals } = await superviseGroup(
    { command: [program, ...args], env: process.env, tracing: { tracer, quiet, alone: { start } } },
    child => readTotals(child.stdio[3] as Readable), // `spawn` has created this pipe
  );
  const exitCode = exitCodeOf('warp', end);
  const counted = await totals;
  // The tracer has said on stderr that the program could not be started.
  const isMissing = (exitCode === 126 || exitCode === 127) && counted?.jumps === 0;
  if (counted && !isMissing) console.error(`warp: ${durationsText(counted)}`);
  return exitCode;
}
