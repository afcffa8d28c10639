import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { createFolder } from '../../folder.ts';
import { command } from '../../programs/index.ts';

const { newFolder } = createFolder();

/** Runs the command in a folder, without a terminal. */
function runIn(cwd: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [command, ...args], { cwd, encoding: 'utf8' });
}

const published = (name: string) =>
  z.fromJSONSchema(JSON.parse(readFileSync(`contracts/${name}.schema.json`, 'utf8')));

describe('understudy init', () => {
  it('writes a config file and a scenario that the reference client plays, also from a folder below', () => {
    const folder = newFolder();
    const { status, stdout } = runIn(folder, 'init');
    expect(status).toBe(0);
    expect(stdout).toMatch(/npx travel-understudy run --scenario my-answer-lost -- <command>\n$/);
    const config = parse(readFileSync(join(folder, 'understudy.config.yaml'), 'utf8'));
    expect(published('config').safeParse(config)).toMatchObject({ success: true });
    mkdirSync(join(folder, 'below'));
    const played = runIn(join(folder, 'below'), 'run', '--scenario', 'my-answer-lost');
    expect(played).toMatchObject({ status: 0, stdout: '1 scenario: 1 held\n' });
    expect(played.stderr).toMatch(/^options from \.\.[/\\]understudy\.config\.yaml\n/);
    expect(played.stderr.match(/options from/g)).toHaveLength(1);
  });

  it('leaves room for a template that a shell writes into the folder of the scenarios', () => {
    const folder = newFolder();
    runIn(folder, 'init');
    const file = join(folder, 'understudy-scenarios', 'mine.yaml');
    writeFileSync(file, '');
    const { stdout } = runIn(folder, 'scenarios', 'show', 'hotel-confirmed', '--yaml');
    const own = stdout.replace(/^id: .*$/m, 'id: mine');
    writeFileSync(file, own.replaceAll(/^(?:trigger|surname): .*\n/gm, ''));
    expect(runIn(folder, 'scenarios', 'check', 'understudy-scenarios')).toMatchObject({ status: 0 });
  });

  it('replaces no file', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'understudy.config.yaml'), 'port: 4020\n');
    const stderr = expect.stringContaining('understudy.config.yaml exists, and init does not change it');
    expect(runIn(folder, 'init')).toMatchObject({ status: 64, stderr });
    expect(readdirSync(folder)).toEqual(['understudy.config.yaml']);
  });
});

it('a config file with the usual name is not used with --config, beyond the root of a project, or by a command without options from a file', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'understudy.config.yaml'), 'scenarios: nowhere\n');
  writeFileSync(join(folder, 'other.yaml'), '$schema: config.schema.json\n');
  const nowhere = { status: 64, stderr: expect.stringContaining('nowhere') };
  expect(runIn(folder, 'scenarios')).toMatchObject(nowhere);
  expect(runIn(folder, 'scenarios', '--config', 'other.yaml')).toMatchObject({ status: 0, stderr: '' });
  expect(runIn(folder, 'completion', 'bash')).toMatchObject({ status: 0, stderr: '' });
  writeFileSync(join(folder, 'understudy.config.yaml'), '[]');
  const { stderr } = runIn(folder, 'scenarios');
  expect(stderr).toContain('understudy.config.yaml: expected a map of options');
  expect(stderr).not.toContain('--config');
  mkdirSync(join(folder, 'project', '.git'), { recursive: true });
  expect(runIn(join(folder, 'project'), 'scenarios')).toMatchObject({ status: 0, stderr: '' });
});

describe('understudy agents install', () => {
  it('copies AGENTS.md and the skill, and does so again without a change', () => {
    const folder = newFolder();
    expect(runIn(folder, 'agents', 'install')).toMatchObject({ status: 0, stderr: '' });
    const published = readFileSync('docs/agents/AGENTS.md', 'utf8');
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toBe(published);
    const skill = readFileSync(join(folder, '.agents/skills/understudy/SKILL.md'), 'utf8');
    expect(skill).toMatch(/^---\nname: understudy\ndescription: /);
    expect(runIn(folder, 'agents', 'install').status).toBe(0);
  });

  it('changes nothing without a terminal if a file has another content, unless --force is given', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'AGENTS.md'), 'mine');
    const advice = 'exists with another content; give --force to replace it, or --skill-only to keep it';
    const refused = { status: 64, stderr: expect.stringContaining(`AGENTS.md ${advice}`) };
    expect(runIn(folder, 'agents', 'install')).toMatchObject(refused);
    expect(readdirSync(folder)).toEqual(['AGENTS.md']);
    const skillOnly = ['agents', 'install', '--skill-only', '--skills', 'skills'];
    expect(runIn(folder, ...skillOnly).status).toBe(0);
    expect(readdirSync(folder)).toEqual(['AGENTS.md', 'skills']);
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toBe('mine');
    writeFileSync(join(folder, 'skills', 'understudy', 'SKILL.md'), 'mine');
    const stderr = expect.stringMatching(/give --force to replace it\n$/);
    expect(runIn(folder, ...skillOnly)).toMatchObject({ status: 64, stderr });
    expect(runIn(folder, 'agents', 'install', '--force').status).toBe(0);
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toMatch(/^# Test a booking client/);
  });

  it('says which file it could not write, and leaves no part of it', () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'AGENTS.md'));
    const stderr = expect.stringContaining('cannot write AGENTS.md: ');
    const failed = runIn(folder, 'agents', 'install', '--force', '--skills', 'skills');
    expect(failed).toMatchObject({ status: 1, stderr });
    expect(readdirSync(folder)).toEqual(['AGENTS.md', 'skills']);
  });
});
