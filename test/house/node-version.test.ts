import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, readProjectFile } from './project-files.ts';

const bin = join(projectRoot, 'scenarios/cli/understudy.cjs');
const preload = join(import.meta.dirname, 'fake-node-version.cjs');

function runOn(version: string) {
  const env = { ...process.env, FAKE_NODE_VERSION: version };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', preload, bin, '--version'], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('understudy on an old Node', () => {
  it.each(['20.20.2', '18.0.0', '22.17.1', '4.9.1', '21.99.0'])(
    'says on %s what it needs and where to get it',
    version => {
      const { status, stdout, stderr } = runOn(version);
      expect(status).toBe(1);
      expect(stdout).toBe('');
      expect(stderr.trimEnd().split('\n')).toEqual([
        expect.stringMatching(/needs Node 22\.18 or newer.*nodejs\.org.*`npm ci`.*`npm start`/),
      ]);
      expect(stderr).toContain(`this is Node ${version}`);
    },
  );

  it.each(['22.18.0', '22.23.3', '23.0.0', '24.21.0', '26.10.0', '100.0.0'])('starts on %s', version => {
    expect(runOn(version).stderr).not.toContain('needs Node');
  });

  it('asks for the same version as package.json', () => {
    expect(JSON.parse(readProjectFile('package.json')).engines.node).toBe('>=22.18');
  });

  it('keeps to a syntax that a Node of 2018 can read', () => {
    const source = readProjectFile('scenarios/cli/understudy.cjs');
    expect(source).not.toMatch(/=>|\?\.|\?\?|\b(?:const|let|async|await|class)\b/);
  });
});

describe('this test run', () => {
  it('has the Node of the lockfile, or one that understudy supports', () => {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    expect(major > 22 || (major === 22 && minor >= 18)).toBe(true);
  });
});
