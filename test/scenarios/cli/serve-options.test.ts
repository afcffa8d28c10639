import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { printReady } from '#scenarios/cli/commands/serve';
import { makeSupplier } from '#scenarios/cli/make-supplier';
import { createFolder } from '../../folder.ts';
import { valuesOf } from './serve-values.ts';

const { path: folder } = createFolder();

describe('the options of serve', () => {
  it('count as flag before environment before config file before default', async () => {
    const config = join(folder, 'understudy.yaml');
    writeFileSync(config, 'username: file\npassword: file\nseed: file\nmanagerId: 7\n');
    const env = { UNDERSTUDY_USERNAME: 'env', UNDERSTUDY_PASSWORD: 'env', UNDERSTUDY_CONFIG: config };
    expect(await valuesOf(['--username', 'flag'], env)).toMatchObject({
      username: 'flag',
      password: 'env',
      seed: 'file',
      managerId: 7,
      staticToken: 'demo-static-token',
    });
  });

  it('take an empty environment variable for none, and a list of origins from a variable', async () => {
    const env = { UNDERSTUDY_SEED: '', UNDERSTUDY_CORS: 'http://a.example, http://b.example' };
    const { seed, cors } = await valuesOf([], env);
    expect({ seed, cors }).toEqual({ seed: 'understudy', cors: ['http://a.example', 'http://b.example'] });
  });

  it('find a profile beside the config file that names it', async () => {
    const config = join(folder, 'with-profile.yaml');
    writeFileSync(config, 'profile: dialect.yaml\n');
    writeFileSync(join(folder, 'dialect.yaml'), 'name: acme\nfields:\n  Token: sessionToken\n');
    const values = await valuesOf(['--config', config]);
    expect(values.profile).toBe(join(folder, 'dialect.yaml'));
    await makeSupplier(values);
  });

  it.each([
    ['scaled:60', { mode: 'scaled', scale: 60 }],
    ['per-poll', { mode: 'per-poll', scale: 1 }],
  ])('start a clock as in %s', async (text, expected) => {
    const { sandboxes } = await makeSupplier(await valuesOf(['--clock', text]));
    expect(sandboxes.require('default').clock).toMatchObject(expected);
  });
});

describe('the faults of serve', () => {
  const kindsOf = async (args: readonly string[], env = {}) => {
    const { sandboxes } = await makeSupplier(await valuesOf(args, env));
    return sandboxes
      .require('default')
      .faults.list()
      .map(({ effect }) => effect.kind);
  };

  it('are armed from the start, each flag its own, in short, as JSON and as a list', async () => {
    const list = '["car.*:cut,nth=2",{"effect":{"kind":"hang"},"match":{"operations":["car.*"],"nth":3}}]';
    const flags = ['hotel.search:status=503,times=1', '{"effect":{"kind":"delay","by":"PT1S"}}', list];
    expect(await kindsOf(flags.map(fault => `--fault=${fault}`))).toEqual(['status', 'delay', 'cut', 'hang']);
  });

  it.each([
    ['one as a text', 'fault: hotel.search:status=503', ['status']],
    ['one as a map', 'fault:\n  effect: { kind: cut }', ['cut']],
    ['a list of both', 'fault:\n- delay=PT1S\n- effect: { kind: cut }', ['delay', 'cut']],
    ['none', 'fault:', []],
  ])('may stand in a config file, %s', async (_, content, kinds) => {
    const config = join(folder, 'faults.yaml');
    writeFileSync(config, `${content}\n`);
    expect(await kindsOf(['--config', config])).toEqual(kinds);
  });

  it('of a flag take the place of those of the environment', async () => {
    const env = { UNDERSTUDY_FAULT: 'cut' };
    expect(await kindsOf([], env)).toEqual(['cut']);
    expect(await kindsOf(['--fault', 'hang'], env)).toEqual(['hang']);
  });
});

describe('the text for people', () => {
  it('names address, credential and clock, and ends with a curl that can be pasted', () => {
    const credential = { Username: "o'hara", Password: 'demo' };
    expect(readyTextOf({ credential })).toMatchSnapshot();
  });

  it('says how many faults are armed, and where they are listed', () => {
    const text = readyTextOf({ faults: ['cut', 'delay=PT1S', 'delay=PT2S', 'delay=PT3S'] });
    const address = 'http://127.0.0.1:4010/_control/sandboxes/default/faults';
    expect(text).toMatch(new RegExp(`Faults +4 armed, listed at ${address}\n`));
    expect(readyTextOf({})).not.toContain('Faults');
  });

  it('lists the faults that are armed when they are few', () => {
    const text = readyTextOf({ faults: ['hotel.search:cut,times=1', 'delay=PT1S,id=slow'] });
    expect(text.split('\n').map(line => line.trim())).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^Faults +fault-1: \{"match":\{"operations":\["hotel.search"\],"times":1\},"effect":\{"kind":"cut"\}\}$/,
        ),
        'slow: {"effect":{"kind":"delay","by":"PT1S"}}',
        'http://127.0.0.1:4010/_control/sandboxes/default/faults',
      ]),
    );
  });
});

function readyTextOf(options: MockSupplierOptions): string {
  const clock = { mode: 'manual', start: Date.parse('2026-12-01T10:00:00Z') } as const;
  const supplier = createMockSupplier({ clock, ...options });
  const url = 'http://127.0.0.1:4010';
  const print = vi.spyOn(console, 'log').mockReturnValue();
  const listening = { url, localUrl: url, port: 4010, controlToken: undefined };
  printReady({ supplier, listening }, 'pretty');
  const lines = print.mock.calls.map(([line]) => line);
  print.mockRestore();
  return stripVTControlCharacters(lines.join('\n'));
}
