import { describe, expect, it } from 'vitest';
import { readProjectFile } from './project-files.ts';

type Lockfile = { packages: Record<string, { resolved?: string; hasInstallScript?: boolean }> };

const lockfile: Lockfile = JSON.parse(readProjectFile('package-lock.json'));

/** Returns the packages whose download address a lockfile records. */
function withAddress({ packages }: Lockfile): string[] {
  return Object.keys(packages).filter(path => packages[path]?.resolved !== undefined);
}

describe('package-lock.json', () => {
  it('records no download address, so that it installs from any registry', () => {
    expect(Object.keys(lockfile.packages).length).toBeGreaterThan(100);
    expect(withAddress(lockfile)).toEqual([]);
  });

  it('agrees with the name and version of package.json', () => {
    const { name, version } = JSON.parse(readProjectFile('package.json'));
    expect(lockfile).toMatchObject({ name, version });
  });

  it('brings no install script that package.json does not deny', () => {
    const { allowScripts } = JSON.parse(readProjectFile('package.json'));
    const withScript = Object.entries(lockfile.packages).filter(([, entry]) => entry.hasInstallScript);
    const names = withScript.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13));
    expect(names).toContain('@scarf/scarf');
    expect(names.filter(name => allowScripts[name] !== false)).toEqual([]);
  });
});

it('.npmrc keeps npm from writing download addresses', () => {
  expect(readProjectFile('.npmrc').split('\n')).toContain('omit-lockfile-registry-resolved=true');
});

it('withAddress names the packages that have one', () => {
  const packages = {
    '': {},
    'node_modules/a': { resolved: 'https://example.com/a.tgz' },
    'node_modules/b': {},
  };
  expect(withAddress({ packages })).toEqual(['node_modules/a']);
});
