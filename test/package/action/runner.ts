import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { projectRoot, readProjectFile } from '../../house/project-files.ts';

const step = z.strictObject({
  name: z.string(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.string()).optional(),
  shell: z.literal('bash').optional(),
  'working-directory': z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
});
const actionSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputs: z.record(z.string(), z.strictObject({ description: z.string(), default: z.string() })),
  outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
  runs: z.strictObject({ using: z.literal('composite'), steps: z.array(step) }),
});

export const action = actionSchema.parse(parse(readProjectFile('action.yml')));

/** The result of a job in which the action is one step. */
export interface Job {
  readonly status: number | null;
  readonly outputs: Readonly<Record<string, string>>;
  /** The text on the summary page of the run. */
  readonly summary: string;
  readonly log: string;
}

/** The folder and the environment of a job. */
export interface Workspace {
  readonly root: string;
  /** The folder for files that a job does not keep. */
  readonly temp: string;
}

/** Runs the script steps of the action as a GitHub runner does: each in bash, until one fails. */
export function runAction(given: Readonly<Record<string, string>>, { root, temp }: Workspace): Job {
  const unknown = Object.keys(given).filter(name => !(name in action.inputs));
  if (unknown.length > 0) throw new Error(`the action has no input ${unknown.join(', ')}`);
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default]),
  );
  const steps: Record<string, Record<string, string>> = {};
  const files = mkdtempSync(join(temp, 'step-'));
  const result = { status: 0 as number | null, summary: '', log: '' };
  for (const [index, one] of action.runs.steps.entries()) {
    if (one.run === undefined || !holds(one.if, inputs)) continue;
    const file = (name: string): string => {
      const path = join(files, `${index}-${name}`);
      writeFileSync(path, '');
      return path;
    };
    const output = file('output');
    const summary = file('summary');
    const script = file('script');
    writeFileSync(script, one.run);
    const own = Object.entries(one.env ?? {}).map(([name, text]) => [name, fill(text, inputs, steps)]);
    const env = {
      ...process.env,
      PATH: `${join(temp, 'bin')}:${process.env.PATH}`,
      NO_COLOR: '1',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: projectRoot,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: temp,
      ...Object.fromEntries(own),
    };
    const cwd = join(root, fill(one['working-directory'] ?? '.', inputs, steps));
    const shell = ['--noprofile', '--norc', '-eo', 'pipefail', script];
    const { status, stdout, stderr } = spawnSync('bash', shell, { cwd, encoding: 'utf8', env });
    if (one.id !== undefined) steps[one.id] = readOutputs(readFileSync(output, 'utf8'));
    result.summary += readFileSync(summary, 'utf8');
    result.log += stdout + stderr;
    result.status = status;
    if (status !== 0) break;
  }
  const filled = Object.entries(action.outputs).map(([name, { value }]) => [
    name,
    fill(value, inputs, steps),
  ]);
  return { ...result, outputs: Object.fromEntries(filled) };
}

type Inputs = Readonly<Record<string, string>>;

/** Evaluates `inputs.version != ''`, the only kind of condition that this runner supports. */
function holds(condition: string | undefined, inputs: Inputs): boolean {
  if (condition === undefined) return true;
  const [, name = ''] = /^inputs\.([\w-]+) != ''$/.exec(condition) ?? [];
  if (!(name in inputs)) throw new Error(`"${condition}" is no condition that this test reads`);
  return inputs[name] !== '';
}

/** Returns a text with the values of its expressions. @example fill('${{ inputs.seed }}', { seed: 'a' }, {}) // 'a' */
export function fill(text: string, inputs: Inputs, steps: Readonly<Record<string, Inputs>>): string {
  return text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
    const [, input] = /^inputs\.([\w-]+)$/.exec(expression) ?? [];
    const [, id, output] = /^steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(expression) ?? [];
    if (input !== undefined && input in inputs) return inputs[input] ?? '';
    if (id !== undefined && output !== undefined) return steps[id]?.[output] ?? '';
    throw new Error(`"${expression}" is neither an input nor an output of a step`);
  });
}

/** Parses outputs as the runner does: `name=value`, or `name<<end`, lines, `end`. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let line = lines.shift(); line !== undefined && line !== ''; line = lines.shift()) {
    const [, name = '', end = ''] = /^([\w-]+)<<(.+)$/.exec(line) ?? [];
    const at = lines.indexOf(end);
    if (name === '' || at < 0) throw new Error(`"${line}" is no output that a runner reads`);
    outputs[name] = lines
      .splice(0, at + 1)
      .slice(0, at)
      .join('\n');
  }
  return outputs;
}

/** In the place of npm or a command that npm installs. It records its arguments, and ends with the given exit code. */
export function recordWords({ temp }: Workspace, name: 'npm' | 'understudy', exitCode = 0): () => string[] {
  const folder = join(temp, name === 'npm' ? 'bin' : 'understudy/node_modules/.bin');
  const record = join(temp, `words-of-${name}.json`);
  mkdirSync(folder, { recursive: true });
  const script = `require('node:fs').writeFileSync(${JSON.stringify(record)}, JSON.stringify(process.argv.slice(2)));`;
  const text = `#!/usr/bin/env node\n${script} process.exitCode = ${exitCode};\n`;
  writeFileSync(join(folder, name), text, { mode: 0o755 });
  return () => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : []);
}
