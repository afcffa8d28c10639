import { commandName } from '#contracts/util';
import type { Pace } from './speed.ts';

interface Repeated {
  readonly scenario: string;
  readonly seed: string;
  readonly draw?: number | undefined;
  readonly command?: readonly string[] | undefined;
  readonly clock: { readonly mode: string; readonly speed: number };
  readonly pace: Pace;
  readonly repeatOptions?: readonly string[] | undefined;
}

export function repeatCommand(play: Repeated): string {
  const { scenario, seed, draw, command, clock, pace, repeatOptions = [] } = play;
  const mode = clock.mode === 'scaled' ? ['--speed', String(clock.speed)] : ['--clock', clock.mode];
  const timeout = pace.timeout === undefined ? [] : ['--timeout', String(pace.timeout / 1_000)];
  const client = command ? [...mode, ...timeout, '--', ...command] : [];
  const drawn = draw === undefined ? [] : ['--draw', String(draw)];
  const words = ['run', '--scenario', scenario, '--seed', seed, ...drawn, ...repeatOptions, ...client];
  return [commandName, ...words.map(quote)].join(' ');
}

export const quote = (word: string): string =>
  /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
