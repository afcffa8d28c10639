import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type ReadResult, type Result, readResult } from '#contracts/scenario';
import { shorten } from '#contracts/util';
import type { ClientOutput } from './client-output.ts';
import type { Play } from './judge-play.ts';
import type { ClientEnd } from './process/index.ts';

interface Ended {
  readonly end: ClientEnd;
  readonly resultFile: string;
  readonly output: ClientOutput;
  readonly timeout: number;
}

export async function reportedBy(ended: Ended): Promise<Pick<Play, 'result' | 'trouble'>> {
  const { end, resultFile, output, timeout } = ended;
  const read = readReport(await headOf(resultFile), output);
  const result = 'result' in read ? { result: withMaskedWhy(read.result, output) } : {};
  if (end.kind === 'timed-out')
    return {
      ...result,
      trouble: `The client did not end within ${timeout / 1_000} s, so the runner ended it.${end.endless === undefined ? '' : ` The reason: ${end.endless}.`}`,
    };
  if (end.kind === 'signal') return { ...result, trouble: `The signal ${end.signal} ended the client.` };
  if ('result' in read) return result;
  const how = end.kind === 'exit' ? ` with exit code ${end.code}` : '';
  return { trouble: `The client ended${how}, but ${read.problem}` };
}

/** Reports can show the reason. */
const withMaskedWhy = ({ why, ...rest }: Result, { masked }: ClientOutput): Result =>
  why === undefined ? rest : { ...rest, why: masked(why) };

function readReport(file: string | undefined, { lastLine, masked }: ClientOutput): ReadResult {
  const line = lastLine();
  if (file !== undefined && file.trim() !== '') return readAs('the file in UNDERSTUDY_RESULT', file, masked);
  if (line.startsWith('{')) return readAs('the last line of its output', line, masked);
  const written =
    line === ''
      ? 'it wrote nothing to stdout'
      : `the last line of its output is ${JSON.stringify(shorten(masked(line), 80))}`;
  return {
    problem: `reported no result: the file in UNDERSTUDY_RESULT is missing or empty, and ${written}`,
  };
}

function readAs(where: string, text: string, masked: ClientOutput['masked']): ReadResult {
  const read = readResult(text);
  return 'result' in read ? read : { problem: `${where} is not a result: ${masked(read.problem)}` };
}

const maxBytes = 1_000_000;

async function headOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile()
    ? text(createReadStream(path, { end: maxBytes - 1 })).catch(() => undefined)
    : undefined;
}
