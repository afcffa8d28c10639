import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { blocksOf } from '../docs/blocks.ts';
import { createFolder } from '../folder.ts';
import { action, fill, runAction } from './action/runner.ts';

const { path: temp } = createFolder();
const project = join(temp, 'project');
const path = (name: string): string => join(project, name);
const [prepare = '', takeBaseline = ''] = blocksOf('ci', 'sh');
const baseline = '# Nothing is known yet.\n';

/** The traffic of the project's tests, which breaks no rule. */
const suite = `fetch(process.env.UNDERSTUDY_BASE_URL + '/API/REST/ClientBackOffice.svc/GetBookingList', {
  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"Credential":{"Username":"demo","Password":"demo"}}',
}).then(({ status }) => process.exit(status === 200 ? 0 : 1));`;

beforeAll(() => {
  const modules = join(inject('packedProject'), 'node_modules');
  mkdirSync(project);
  symlinkSync(modules, path('node_modules'));
  copyFileSync(join(modules, 'travel-understudy/docs/adapters/client.mjs'), path('client.mjs'));
  writeFileSync(path('suite.mjs'), suite);
  writeFileSync(path('package.json'), '{ "private": true, "scripts": { "test": "node suite.mjs" } }\n');
  writeFileSync(path('known-failures.txt'), baseline);
  // The project is already installed, and not from a registry.
  replaceNpm(project, 'ci) echo installed');
});

/** Puts a program in the place of npm for the cases of a shell, where npm would need a registry. */
function replaceNpm(folder: string, cases: string): void {
  mkdirSync(join(folder, 'bin'));
  const npm = `#!/bin/sh\ncase "$1" in\n${cases} ;;\n*) PATH="\${PATH#*${delimiter}}" exec npm "$@" ;;\nesac\n`;
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 });
}

function shell(script: string, own: Readonly<Record<string, string>> = {}, cwd = project) {
  const env = { ...process.env, NO_COLOR: '1', ...own, PATH: `${cwd}/bin${delimiter}${process.env.PATH}` };
  return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd, env, encoding: 'utf8' });
}

const texts = z.record(z.string(), z.string());
const workflowSchema = z.strictObject({
  name: z.string(),
  on: z.array(z.enum(['push', 'pull_request'])),
  permissions: texts,
  jobs: z.strictObject({
    understudy: z.strictObject({
      'runs-on': z.string(),
      'timeout-minutes': z.int(),
      steps: z.array(
        z.strictObject({
          name: z.string().optional(),
          id: z.string().optional(),
          if: z.literal(`\${{ !cancelled() }}`).optional(),
          uses: z.string().optional(),
          with: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
          env: texts.optional(),
          run: z.string().optional(),
        }),
      ),
    }),
  }),
});
const gitlabJob = z.strictObject({
  stage: z.literal('test'),
  script: z.array(z.string()),
  artifacts: z
    .strictObject({
      when: z.literal('always'),
      paths: z.array(z.string()).optional(),
      reports: z.strictObject({ junit: z.string() }),
    })
    .optional(),
});
const gitlabSchema = z.strictObject({
  default: z.strictObject({ image: z.string(), timeout: z.string(), before_script: z.array(z.string()) }),
  'understudy-run': gitlabJob,
  'understudy-exec': gitlabJob,
});

const [workflowText = '', gitlabText = ''] = blocksOf('ci', 'yaml');
const isJunit = (file: string): boolean =>
  readFileSync(path(file), 'utf8').includes('<testsuites name="understudy"');

describe('the guide to CI', () => {
  it('has a workflow for GitHub whose steps do what it says', () => {
    const { steps } = workflowSchema.parse(parse(workflowText)).jobs.understudy;
    const outputs: Record<string, Record<string, string>> = {};
    const logs: string[] = [];
    for (const step of steps) {
      const filled = (given: Readonly<Record<string, string | number>> = {}) =>
        Object.fromEntries(
          Object.entries(given).map(([name, text]) => [name, fill(String(text), {}, outputs)]),
        );
      if (step.uses === 'your-organisation/travel-understudy@v1') {
        const job = runAction(filled(step.with), { root: project, temp });
        expect({ step: step.name, status: job.status }).toEqual({ step: step.name, status: 0 });
        outputs[step.id ?? ''] = { ...job.outputs };
      } else if (step.run !== undefined) {
        const { status, stdout } = shell(step.run, filled(step.env));
        expect({ run: step.run, status }).toEqual({ run: step.run, status: 0 });
        logs.push(stdout);
      } else {
        expect(['actions/checkout@v4', 'actions/setup-node@v4']).toContain(step.uses);
      }
    }
    expect(logs).toContain('held, 0 of 2 failed\n');
    const reports = ['judged', 'suite'].map(id => outputs[id]?.['report-junit'] ?? '');
    expect(reports).toEqual(['understudy-run.xml', 'understudy-exec.xml']);
    expect(reports.map(isJunit)).toEqual([true, true]);
  });

  it('has a file for GitLab whose commands run as they stand and leave the reports that it names', () => {
    const file = gitlabSchema.parse(parse(gitlabText));
    const { 'understudy-run': run, 'understudy-exec': exec } = file;
    for (const line of [...file.default.before_script, ...run.script, ...exec.script]) {
      const { status, stderr } = shell(line);
      expect({ line, status, stderr }).toMatchObject({ line, status: 0 });
    }
    const report = JSON.parse(readFileSync(path(run.artifacts?.paths?.[0] ?? ''), 'utf8'));
    expect(report).toMatchObject({ exitCode: 0 });
    for (const job of [run, exec]) expect(isJunit(job.artifacts?.reports.junit ?? '')).toBe(true);
  });

  it('has a Jenkinsfile whose commands run as they stand and leave the report that it names', () => {
    const [jenkinsfile = ''] = blocksOf('ci', 'groovy');
    for (const file of ['report.xml', 'suite.xml']) rmSync(path(file), { force: true });
    const lines = [...jenkinsfile.matchAll(/^ +sh '([^']*)'$/gm)].map(([, line = '']) => line);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect({ line, status: shell(line).status }).toEqual({ line, status: 0 });
    const reports = [...jenkinsfile.matchAll(/junit '([^']+)'/g)].map(([, file = '']) => file);
    expect(reports.map(isJunit)).toEqual([true, true]);
    expect(jenkinsfile.split('{').length).toBe(jenkinsfile.split('}').length);
  });

  it('has commands that prepare an empty repository and take what its client gets wrong into the baseline', () => {
    const empty = join(temp, 'empty');
    mkdirSync(empty);
    // The tarball would be built and its dependencies installed.
    const install = `install) test -f "$3" && ln -s '${path('node_modules')}' node_modules`;
    replaceNpm(empty, `pack) touch travel-understudy-0.0.0.tgz ;;\n${install}`);
    expect(shell(prepare, {}, empty)).toMatchObject({ status: 0 });
    // The client books correctly, but reports a rejection.
    const lie = `\nwriteFileSync(env('RESULT'), '{ "outcome": "rejected" }');\n`;
    appendFileSync(join(empty, 'client.mjs'), lie);
    expect(shell(takeBaseline, {}, empty)).toMatchObject({ status: 0 });
    expect(readFileSync(join(empty, 'known-failures.txt'), 'utf8')).toBe(
      'hotel-confirmed: outcome-as-expected\nanswer-lost-booked: outcome-as-expected\n',
    );
  });

  it('names every input and output of the action', () => {
    const [, after] = readFileSync('docs/guides/ci.md', 'utf8').split('\nAll inputs');
    const [github = ''] = after?.split('## GitLab') ?? [];
    const named = [...github.matchAll(/`([a-z-]+)(?:: true)?`/g)].map(([, name]) => name);
    const all = [...Object.keys(action.inputs), ...Object.keys(action.outputs)];
    expect(all.filter(name => !named.includes(name))).toEqual([]);
  });
});
