import { open, stat } from 'node:fs/promises';
import { type ReadResult, readResult } from '#contracts/scenario';
import type { ClientEnd } from '../process/index.ts';
import type { ClientOutput } from './client-output.ts';
import type { Play } from './play.ts';

/** A client that has ended, and where it may have said how its task ended. */
interface Ended {
  readonly end: ClientEnd;
  readonly resultFile: string;
  readonly output: ClientOutput;
  /** How long it had, milliseconds. */
  readonly timeout: number;
}

/** What a client reported, and what was wrong with that or with the way it ended. */
export async function reportedBy({
  end,
  resultFile,
  output,
  timeout,
}: Ended): Promise<Pick<Play, 'result' | 'trouble'>> {
  const read = readReport(await headOf(resultFile), output);
  const result = 'result' in read ? { result: read.result } : {};
  if (end.kind === 'timed-out')
    return { ...result, trouble: `it did not end within ${timeout / 1_000} s, and was ended` };
  if (end.kind === 'signal') return { ...result, trouble: `it was ended by ${end.signal}` };
  if ('result' in read) return result;
  const how = end.kind === 'exit' ? `it ended with exit code ${end.code}, and ` : '';
  return { trouble: how + read.problem };
}

/** The file counts before the output. */
function readReport(file: string | undefined, { lastLine, masked }: ClientOutput): ReadResult {
  const line = lastLine();
  if (file !== undefined && file.trim() !== '') return asTold('the file of UNDERSTUDY_RESULT', file, masked);
  if (line.startsWith('{')) return asTold('its last line of output', line, masked);
  const written =
    line === '' ? 'it wrote nothing' : `its last line is ${JSON.stringify(shorten(masked(line)))}`;
  return {
    problem: `reported nothing: the file of UNDERSTUDY_RESULT is not there or empty, and ${written}`,
  };
}

function asTold(where: string, text: string, masked: ClientOutput['masked']): ReadResult {
  const read = readResult(text);
  return 'result' in read ? read : { problem: `${where} is no result: ${masked(read.problem)}` };
}

const longest = 80;
const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** No result is longer. */
const mostBytes = 1_000_000;

/** The beginning of a file, or undefined where there is none that can be read. */
async function headOf(path: string): Promise<string | undefined> {
  const isFile = await stat(path).then(
    found => found.isFile(),
    () => false,
  );
  if (!isFile) return undefined;
  const file = await open(path).catch(() => undefined);
  try {
    const read = await file?.read({ buffer: Buffer.alloc(mostBytes) });
    return read?.buffer.toString('utf8', 0, read.bytesRead);
  } finally {
    await file?.close();
  }
}
