import { describe, expect, it } from 'vitest';
import { version } from '#contracts';
import { summaries } from '#scenarios/cli/commands/index';
import { projectFiles, readProjectFile } from '../house/project-files.ts';

it('the page of promises names only files that exist as the places that show a promise', () => {
  const page = readProjectFile('docs/promises.md');
  const named = [...page.matchAll(/`((?:test|docs|contracts)\/[\w./-]+)`/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(12);
  const files = projectFiles();
  expect(named.filter(file => !files.includes(file))).toEqual([]);
});

describe('the changelog', () => {
  const changelog = readProjectFile('CHANGELOG.md');

  it('begins with this version', () => {
    expect(/^## \[(.+?)\] - (?:Unreleased|\d{4}-\d\d-\d\d)$/m.exec(changelog)?.[1]).toBe(version);
  });

  it('names every command and every entry of the package', () => {
    const { exports: entries } = JSON.parse(readProjectFile('package.json'));
    const wanted = [
      ...Object.keys(summaries).map(name => `\`${name}\``),
      ...Object.keys(entries)
        .filter(entry => !/pacts|package\.json/.test(entry))
        .map(entry => `\`travel-understudy${entry.slice(1)}\``),
    ];
    expect(wanted.filter(text => !changelog.includes(text))).toEqual([]);
  });
});
