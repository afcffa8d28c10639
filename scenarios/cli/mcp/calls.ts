import type { ControlAnswer, SandboxView } from '#contracts/control';
import {
  documentOf,
  loadReportReader,
  ReportError,
  type RunReport,
  scenarioStates,
  writeReport,
} from '../../report/index.ts';
import { CliError } from '../cli-error.ts';
import { callControl } from '../control.ts';
import { readFileAs } from '../read-file.ts';
import type { ToolArguments, ToolName } from './tools.ts';

/** The client of the protocol, and the stand-in that it uses. */
export interface Session {
  /** The address of the stand-in. */
  readonly url: string;
  readonly token: string | undefined;
  /** The ids of the sandboxes that the tools may change. */
  readonly own: Set<string>;
  /** Whether other sessions use the stand-in. */
  readonly isShared: boolean;
  /** The values of flags that the commands of the session also get. */
  readonly flags: Readonly<Record<'scenarios' | 'profile' | 'inventory', string | undefined>>;
  /** Returns the path for a new file. */
  newFile(name: string): Promise<string>;
  /** Runs another command of this program. Returns its stdout. */
  runCommand(words: readonly string[]): Promise<string>;
}

type Calls = {
  readonly [Name in ToolName]: (args: ToolArguments<Name>, session: Session) => Promise<string>;
};

/** The seconds without a call after which a shared server deletes a sandbox of a session. */
const shortLife = 86_400;

export const calls: Calls = {
  async sandbox({ action, id, from, ...wishes }, session) {
    if (action === 'show') {
      if (id !== undefined) return sandboxText(await ask(session, pathOf(id)), session);
      const all: SandboxView[] = await ask(session, '');
      return all.map(one => shortText(one, session)).join('\n');
    }
    if (action === 'reset') {
      const reset = await ask(
        session,
        `${pathOf(requireOwn(need({ id }, 'id'), session))}/reset`,
        'POST',
        {},
      );
      return sandboxText(reset, session);
    }
    const made: SandboxView =
      action === 'fork'
        ? await fork(need({ from }, 'from'), need({ id }, 'id'), session)
        : await ask(session, '', 'POST', {
            id,
            from,
            ...wishes,
            ...(session.isShared && { expiresAfter: shortLife }),
          });
    session.own.add(made.id);
    return sandboxText(made, session);
  },
  async fault({ action, sandbox, faults, id }, session) {
    const path = `${pathOf(sandbox)}/faults`;
    if (action !== 'list') requireOwn(sandbox, session);
    if (action === 'arm') await ask(session, path, 'POST', need({ faults }, 'faults'));
    if (action === 'remove')
      await ask(session, `${path}/${encodeURIComponent(need({ id }, 'id'))}`, 'DELETE');
    const armed: ControlAnswer<'listFaults'> = await ask(session, path);
    return armed.length === 0 ? 'no fault is armed' : armed.map(one => JSON.stringify(one)).join('\n');
  },
  async clock({ action, sandbox, ...change }, session) {
    const path = `${pathOf(requireOwn(sandbox, session))}/clock`;
    const [method, address] = action === 'set' ? ['PUT', path] : ['POST', `${path}/advance`];
    const { fired, ...clock } = await ask(session, address, method, change);
    return [JSON.stringify(clock), ...fired.map((one: object) => `fired ${JSON.stringify(one)}`)].join('\n');
  },
  async run({ command = [], ...flags }, session) {
    const file = await session.newFile('run.json');
    const all = { ...session.flags, ...flags, report: `json=${file}` };
    const said = await session.runCommand(['run', ...flagsOf(all), ...program(command)]);
    const { summary, exitCode } = await readReport(file);
    const counts = Object.entries(summary).filter(([, count]) => count > 0);
    return [
      `exit code ${exitCode}; ${counts.map(([state, count]) => `${count} ${state}`).join(', ')}; report ${file}`,
      said,
    ].join('\n');
  },
  async verdict({ sandbox, recording }, session) {
    if ((sandbox === undefined) === (recording === undefined))
      throw new CliError(['sandbox, recording: expected one of the two; give "sandbox" or "recording"']);
    const file = await session.newFile('verdict.json');
    const flags = { report: `json=${file}`, profile: session.flags.profile };
    const what = recording === undefined ? { sandbox, control: `${session.url}/_control` } : {};
    const words = [
      'judge',
      ...flagsOf({ ...flags, ...what }),
      ...(recording === undefined ? [] : [recording]),
    ];
    return `report ${file}\n${await session.runCommand(words)}`;
  },
  async explain({ name, report }, session) {
    const words = ['explain', name, ...flagsOf({ scenarios: session.flags.scenarios })];
    const explained = await session.runCommand(words);
    return report === undefined ? explained : `${await findingsText(report, name)}\n\n${explained}`;
  },
};

const program = (command: readonly string[]): string[] => (command.length === 0 ? [] : ['--', ...command]);

const flagsOf = (values: Record<string, string | readonly string[] | undefined>): string[] =>
  Object.entries(values).flatMap(([name, value = []]) => [value].flat().map(one => `--${name}=${one}`));

function need<T>(given: Record<string, T | undefined>, name: string): T {
  const value = given[name];
  if (value === undefined) throw new CliError([`${name}: missing; this action needs it`]);
  return value;
}

/** Throws a CliError for a sandbox that the session has not made. */
function requireOwn(id: string, { own }: Session): string {
  if (own.has(id)) return id;
  const fork = JSON.stringify({ action: 'fork', from: id });
  throw new CliError([
    `sandbox "${id}" is not of this session, so its tools do not change it; create a sandbox, or copy this one with the tool sandbox: ${fork}`,
  ]);
}

const pathOf = (id: string): string => `/${encodeURIComponent(id)}`;

// biome-ignore lint/suspicious/noExplicitAny: the control API returns JSON of the schema of each endpoint
async function ask({ url, token }: Session, path: string, method = 'GET', body?: unknown): Promise<any> {
  const answer = await callControl(`${url}/_control/sandboxes${path}`, { method, body, token });
  return answer.status === 204 ? undefined : answer.json();
}

/** Copies a sandbox by a file, because a snapshot more can be the end of a snapshot of another session. */
async function fork(from: string, id: string, session: Session): Promise<SandboxView> {
  const file = await ask(session, `${pathOf(from)}/export`);
  return ask(session, `/import?id=${encodeURIComponent(id)}`, 'POST', file);
}

const shortText = ({ id, calls, bookings, faults, clock }: SandboxView, { own }: Session): string =>
  JSON.stringify({ id, own: own.has(id), calls, bookings, faults, clock: `${clock.mode}, ${clock.now}` });

function sandboxText(view: SandboxView, session: Session): string {
  const { commonsUrl: _, options: __, createdAt: ___, lost: ____, mcpUrl: _____, ...shown } = view;
  const control = `${session.url}/_control/sandboxes${pathOf(view.id)}`;
  return JSON.stringify({
    ...shown,
    own: session.own.has(view.id),
    calls: `${view.calls}, at ${control}/exchanges`,
    bookings: `${view.bookings}, at ${control}/bookings`,
    console: `${session.url}/console#/sandboxes/${view.id}`,
  });
}

const readReport = async (path: string): Promise<RunReport> =>
  readFileAs(path, { parse: await loadReportReader(), error: ReportError, source: `report "${path}"` });

/** Returns the findings of a report about a rule or a scenario, as text. */
async function findingsText(path: string, name: string): Promise<string> {
  const report = await readReport(path);
  const scenarios = report.scenarios.flatMap(one => {
    if (one.id === name) return [one];
    const verdicts = one.verdicts.filter(({ rule, verdict }) => rule === name && verdict === 'fail');
    const invariants = one.invariants?.filter(
      ({ invariant, verdict }) => invariant === name && verdict === 'broken',
    );
    return verdicts.length + (invariants?.length ?? 0) > 0 ? [{ ...one, verdicts, invariants }] : [];
  });
  if (scenarios.length === 0) return `report ${path} has no finding about ${name}`;
  const summary = { ...report.summary };
  for (const state of scenarioStates) summary[state] = scenarios.filter(one => one.state === state).length;
  return writeReport('text', documentOf({ ...report, summary, scenarios }));
}
