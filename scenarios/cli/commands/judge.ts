import { readFile } from 'node:fs/promises';
import { applyProfile, operations } from '#contracts';
import type { ExchangeView, SandboxView } from '#contracts/control';
import { hasHarnessError, isBroken, type Judged, judgeTraffic } from '../../judge/judged/index.ts';
import { TrafficFileError } from '../../judge/read-har.ts';
import { readTraffic } from '../../judge/read-traffic.ts';
import { formsOfJudged } from '../../judge/reports/format-judged.ts';
import { unreadable } from '../../load/file-error.ts';
import { exitCodes } from '../../runner/exit-code.ts';
import { CliError } from '../cli-error.ts';
import { defineCommand, type OptionValues, option } from '../command.ts';
import { loadProfile } from '../load-profile.ts';
import { configOptions, json, report } from '../options.ts';
import { httpAddress, notEmpty, type ReportTarget } from '../values.ts';
import { requireRoom, writeReports } from '../write-reports.ts';

const options = {
  sandbox: option('<id>', 'a sandbox of a running server, judged by what it has recorded so far', notEmpty),
  control: option('<url>', 'address of the control API of that server', httpAddress, {
    default: 'http://127.0.0.1:4010/_control',
  }),
  controlToken: configOptions.controlToken,
  profile: configOptions.profile,
  report,
  json,
};
type Wanted = OptionValues<typeof options>;

export const command = defineCommand({
  args: { name: 'file', max: 1 },
  options,
  examples: [
    'understudy judge --sandbox default',
    'understudy judge --sandbox s1 --control http://127.0.0.1:4020/_control',
    'understudy judge traffic.har --report junit=understudy.xml',
    'understudy judge traffic.ndjson --json',
  ],
  run: ({ options: values, args: [file] }) => judgeRecorded(file, values),
});

/**
 * Judges what a sandbox of a server has seen so far, or what a file holds, and writes reports.
 *
 * @returns the exit code: 0 no rule that must be kept was broken, 1 one was, 2 nothing was asked of the supplier, 70 a failure of
 *   ours
 * @throws CliError for a file or a server that cannot be read
 */
async function judgeRecorded(file: string | undefined, values: Wanted): Promise<number> {
  if ((file === undefined) === (values.sandbox === undefined))
    throw new CliError(['judge takes a file, or --sandbox with the id of one; give one of the two']);
  const wanted: readonly ReportTarget[] = [
    ...values.report,
    ...(values.json ? [{ form: 'json' as const }] : []),
  ];
  await requireRoom(wanted);
  const judged =
    file === undefined ? await judgeServed(values.sandbox ?? '', values) : await judgeFile(file, values);
  const exitCode = exitCodeOf(judged);
  await writeReports(formsOfJudged([judged], exitCode), wanted);
  return exitCode;
}

function exitCodeOf(judged: Judged): number {
  if (hasHarnessError(judged)) return exitCodes.harness;
  if (isBroken(judged)) return exitCodes.broken;
  return judged.calls === 0 ? exitCodes.unproven : exitCodes.held;
}

async function judgeFile(path: string, { profile }: Wanted): Promise<Judged> {
  const dialect = applyProfile(operations, await loadProfile(profile));
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CliError([`${path}: ${unreadable(error).message}`]);
  });
  try {
    return judgeTraffic(path, readTraffic(text, dialect), {});
  } catch (error) {
    throw error instanceof TrafficFileError ? new CliError([`${path}: ${error.message}`]) : error;
  }
}

async function judgeServed(id: string, { control, controlToken }: Wanted): Promise<Judged> {
  const headers = controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` };
  const sandbox = await read<SandboxView>(`${control}/sandboxes/${encodeURIComponent(id)}`, headers);
  const exchanges = await read<ExchangeView[]>(
    `${control}/sandboxes/${encodeURIComponent(id)}/exchanges`,
    headers,
  );
  const { clock, closed, lost } = sandbox;
  return judgeTraffic(`sandbox ${id}`, exchanges, {
    clock: { mode: clock.mode, speed: isStill(clock.mode) ? 0 : clock.scale },
    ...(closed && { closedAt: Date.parse(clock.now) }),
    lostFacts: lost.facts,
  });
}

const isStill = (mode: string): boolean => mode === 'manual' || mode === 'auto';

/** Reads from the control API, which answers as its contract says. */
async function read<T>(url: string, headers: Record<string, string>): Promise<T> {
  const answer = await fetch(url, { headers }).catch((error: unknown) => {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new CliError(
      [`nobody answers at ${url}: ${cause}; is --control right, and the server running?`],
      1,
    );
  });
  const body = (await answer.json().catch(() => ({}))) as T & { error?: { message?: string } }; // or one of its errors
  if (answer.ok) return body;
  throw new CliError(
    [`${url}: ${answer.status} ${body.error?.message ?? ''}`.trimEnd()],
    answer.status === 404 ? 64 : 1,
  );
}
