import { type ControlAnswer, type ControlEndpointId, controlEndpoints } from '#contracts/control';
import { findingsByRule, readRunReport, ruleLines } from '../../report/index.ts';
import { CliError } from '../cli-error.ts';
import { callControl } from '../control.ts';
import { readFileAs } from '../load.ts';
import type { ToolArguments, ToolName } from './tools.ts';

/** The client of the protocol, and the stand-in that it uses. */
export interface Session {
  readonly url: string;
  readonly token: string | undefined;
  /** The ids of the sandboxes that the tools may change. */
  readonly own: Set<string>;
  /** Whether other sessions use the stand-in. */
  readonly isShared: boolean;
  /** The values of flags that the commands of the session also get. */
  readonly flags: Readonly<Record<'scenarios' | 'profile' | 'inventory' | 'config', string | undefined>>;
  newFile(name: string): Promise<string>;
  /** Runs another command of this program. Returns its stdout. */
  runCommand(words: readonly string[]): Promise<string>;
}

type Calls = {
  readonly [Name in ToolName]: (args: ToolArguments<Name>, session: Session) => Promise<string>;
};

export const calls: Calls = {
  async sandbox({ action, id = '', from, ...wishes }, session) {
    const { own, url, isShared } = session;
    const text = (view: ControlAnswer<'getSandbox'>) =>
      JSON.stringify({ ...view, own: own.has(view.id), console: `${url}/console#/sandboxes/${view.id}` });
    if (action === 'show' && id === '') {
      const all = await ask(session, 'listSandboxes');
      return lines(
        all.map(one => ({ id: one.id, own: own.has(one.id), calls: one.calls, faults: one.faults })),
      );
    }
    if (action === 'show') return text(await ask(session, 'getSandbox', { id }));
    if (action === 'reset') return text(await ask(session, 'resetSandbox', { id: requireOwn(id, session) }));
    const life = isShared && { expiresAfter: 86_400 }; // seconds without a call
    // A copy goes through a file, because one snapshot more can be the end of a snapshot of another session.
    const file = action === 'fork' && (await ask(session, 'exportSandbox', { id: from }));
    const identity = file && { ...file.identity, id, ...life };
    const made = file
      ? await ask(session, 'importSandbox', { body: { ...file, identity } })
      : await ask(session, 'createSandbox', { body: { ...(id && { id }), from, ...wishes, ...life } });
    own.add(made.id);
    return text(made);
  },
  async fault({ action, sandbox, faults, id: faultId }, session) {
    const id = action === 'list' ? sandbox : requireOwn(sandbox, session);
    if (action === 'arm') await ask(session, 'armFaults', { id, body: faults });
    if (action === 'remove') await ask(session, 'disarmFault', { id, faultId });
    const armed = await ask(session, 'listFaults', { id });
    return armed.length === 0 ? 'no fault is armed' : lines(armed);
  },
  async clock({ action, sandbox, ...body }, session) {
    const endpoint = action === 'set' ? 'putClock' : 'advanceClock';
    const { fired, ...clock } = await ask(session, endpoint, { id: requireOwn(sandbox, session), body });
    return lines([clock, ...fired]);
  },
  async run({ command = [], ...flags }, session) {
    const report = await session.newFile('run.json');
    const words = flagsOf({ ...session.flags, ...flags, report: `json=${report}` });
    const said = await session.runCommand([
      'run',
      ...words,
      ...(command.length > 0 ? ['--', ...command] : []),
    ]);
    const { summary, exitCode } = await readReport(report);
    const counts = Object.entries(summary).flatMap(([state, count]) =>
      count > 0 ? [`${count} ${state}`] : [],
    );
    return `exit code ${exitCode}; ${counts.join(', ')}; report ${report}\n${said}`;
  },
  async verdict({ sandbox, recording }, session) {
    if ((sandbox === undefined) === (recording === undefined))
      throw new CliError(['sandbox, recording: expected one of the two; give "sandbox" or "recording"']);
    const report = await session.newFile('verdict.json');
    const { profile } = session.flags;
    const control = recording === undefined ? `${session.url}/_control` : undefined;
    const words = flagsOf({ report: `json=${report}`, profile, sandbox, control });
    const said = await session.runCommand([
      'judge',
      ...words,
      '--',
      ...(recording === undefined ? [] : [recording]),
    ]);
    return `report ${report}\n${said}`;
  },
  async explain({ name, report }, session) {
    const { scenarios, config } = session.flags;
    const explained = await session.runCommand(['explain', ...flagsOf({ scenarios, config }), '--', name]);
    return report === undefined ? explained : `${await findingsText(report, name)}\n\n${explained}`;
  },
};

const lines = (values: readonly object[]): string => values.map(value => JSON.stringify(value)).join('\n');

const flagsOf = (values: Readonly<Record<string, string | readonly string[] | undefined>>): string[] =>
  Object.entries(values).flatMap(([name, value = []]) => [value].flat().map(one => `--${name}=${one}`));

function requireOwn(id: string, { own }: Session): string {
  if (own.has(id)) return id;
  throw new CliError([
    `sandbox "${id}" is not of this session, so its tools do not change it; create a sandbox, or copy this one with the action fork of the tool sandbox`,
  ]);
}

async function ask<Id extends ControlEndpointId>(
  { url, token }: Session,
  endpoint: Id,
  { body, ...names }: { readonly body?: unknown; readonly [name: string]: unknown } = {},
): Promise<ControlAnswer<Id>> {
  const { method, path } = controlEndpoints[endpoint];
  const filled = path.replaceAll(/{(\w+)}/g, (_, name) => encodeURIComponent(String(names[name])));
  const answer = await callControl(url + filled, { method, body, token });
  return JSON.parse((await answer.text()) || 'null'); // an answer can have no body
}

const readReport = (path: string) => readFileAs(path, readRunReport, `report "${path}"`);

async function findingsText(path: string, name: string): Promise<string> {
  const plays = (await readReport(path)).scenarios.map(one => ({ ...one, name: one.id }));
  const ofScenario = plays.filter(play => play.name === name);
  const found =
    ofScenario.length > 0
      ? findingsByRule(ofScenario)
      : findingsByRule(plays).filter(({ rule }) => rule === name);
  const texts = found.map(group => ruleLines(group, { noun: 'scenario' }).join('\n'));
  return texts.length > 0 ? texts.join('\n\n') : `report ${path} has no finding about ${name}`;
}
