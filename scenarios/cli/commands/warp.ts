import type { StdioOptions } from 'node:child_process';
import type { Readable } from 'node:stream';
import { durationsText } from '../../report/index.ts';
import { traced } from '../../run/node.ts';
import { warpYears } from '../../warp/index.ts';
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
  const { readTotals } = await import('../../warp/index.ts');
  const argv = traced([program, ...args], { tracer, quiet, alone: { start } });
  let totals: ReturnType<typeof readTotals> | undefined;
  // The end of the second pipe, also by the death of this process, ends the tracer and the program.
  const stdio: StdioOptions = ['inherit', 'inherit', 'inherit', 'pipe', 'pipe'];
  const end = await superviseGroup({ argv, env: process.env, stdio, isTraced: true }, child => {
    totals = readTotals(child.stdio[3] as Readable); // `spawn` has created this pipe
  });
  const exitCode = exitCodeOf('warp', end);
  const counted = await totals;
  // The tracer has said on stderr that the program could not be started.
  const isMissing = (exitCode === 126 || exitCode === 127) && counted?.jumps === 0;
  if (counted && !isMissing) console.error(`warp: ${durationsText(counted)}`);
  return exitCode;
}
