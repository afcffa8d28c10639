import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { readProjectFile } from './project-files.ts';

const source = readProjectFile('scenarios/cli/understudy.cjs');

/** Runs the start of the command with another version of Node. Returns its messages, and whether it goes on to the command. */
function startOn(version: string, nodeModule: object = { enableCompileCache: () => undefined }) {
  const errors: string[] = [];
  const loaded: string[] = [];
  const fake = { versions: { node: version }, argv: [], exitCode: 0 };
  runInNewContext(source.replace("import('./main.ts')", "Promise.resolve(require('./main.ts'))"), {
    process: fake,
    console: { error: (line: string) => errors.push(line) },
    require: (name: string) => {
      loaded.push(name);
      return { ...nodeModule, main: () => undefined };
    },
  });
  return { errors, goesOn: loaded.includes('./main.ts'), exitCode: fake.exitCode };
}

describe('understudy on an old Node', () => {
  it.each(['20.20.2', '22.17.1', '4.9.1'])('says on %s what it needs and where to get it', version => {
    expect(startOn(version)).toEqual({
      errors: [expect.stringMatching(/needs Node 22\.18 or newer.*nodejs\.org.*`npm ci`.*`npm start`/)],
      goesOn: false,
      exitCode: 1,
    });
    expect(startOn(version).errors[0]).toContain(`this is Node ${version}`);
  });

  it.each(['22.18.0', '23.0.0', '100.0.0'])('starts on %s', version => {
    expect(startOn(version)).toEqual({ errors: [], goesOn: true, exitCode: 0 });
  });

  it('starts where there is no compile cache, as on Deno', () => {
    expect(startOn('26.3.0', {})).toEqual({ errors: [], goesOn: true, exitCode: 0 });
  });

  it('asks for the same version as package.json', () => {
    expect(JSON.parse(readProjectFile('package.json')).engines.node).toBe('>=22.18');
  });

  it('keeps to a syntax that a Node of 2018 can read', () => {
    expect(source).not.toMatch(/=>|\?\.|\?\?|\b(?:const|let|async|await|class)\b/);
  });
});
