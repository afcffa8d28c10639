import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { applyProfile, operations, parseProfile } from '#contracts';
import { createMockSupplier } from '#mock-server';
import { bundledProfile } from '#scenarios/node';
import { createFolder } from '../../folder.ts';
import { runCommand } from './run-command.ts';

const { path: folder, write: fileWith } = createFolder();

/** Returns the result of the command, with short names of the folder. */
function profile(...args: string[]) {
  const { status, stdout, stderr } = runCommand(['profile', ...args]);
  const lines = (text: string) =>
    text.replaceAll(folder, 'DIR').replaceAll('understudy: ', '').split('\n').filter(Boolean);
  return { status, stdout, lines: lines(stderr) };
}

describe('the check of a profile', () => {
  it('prints the changed operations, with the number of changed fields and the new addresses', () => {
    const { status, stdout } = profile('check', 'docs/guides/acme.yaml');
    const [first, title, ...rows] = stdout.split('\n').filter(Boolean);
    const summary = 'docs/guides/acme.yaml: valid; the profile "acme" changes 28 operations';
    expect([status, first]).toEqual([0, summary]);
    expect(title).toMatch(/^OPERATION +REQUEST FIELDS +ANSWER FIELDS +ADDRESS$/);
    const shown = rows.map(one => one.replaceAll(/ +/g, ' '));
    expect(shown).toContain('airportDetail 0 4 as in the contract');
    expect(shown).toContain('cancelBooking 4 6 PUT /v2/orders/cancellation');
  });

  it('prints a search in the dialect that the contract accepts', () => {
    const { stdout } = profile('check', 'docs/guides/acme.yaml');
    const [, address, body = ''] = /\n(POST \S+)\n(\{[\s\S]*)$/.exec(stdout) ?? [];
    expect(address).toBe('POST /v2/hotels/availability');
    const acme = applyProfile(operations, parseProfile(parse(readFileSync('docs/guides/acme.yaml', 'utf8'))));
    const read = acme.toContract('hotel.search', 'request', JSON.parse(body));
    expect(operations['hotel.search'].request.safeParse(read)).toMatchObject({ success: true });
    expect(body).toContain('cityCode');
  });

  it('prints the same as JSON', () => {
    const text = 'name: short\noperations:\n  payBooking:\n    path: [/pay, "/{BookingId}/pay"]\n';
    const { stdout } = profile('check', fileWith('short.yaml', text), '--json');
    const paths = ['/pay', '/{BookingId}/pay'];
    const pay = { id: 'payBooking', method: 'POST', paths, isAddressChanged: true };
    const search = { method: 'POST', url: operations['hotel.search'].path, body: expect.anything() };
    const changed = [{ ...pay, requestFields: 0, answerFields: 0 }];
    expect(JSON.parse(stdout)).toEqual({ profile: 'short', operations: changed, search });
  });

  it('accepts the name of a bundled profile, and a file with the name of its schema', () => {
    const valid = /^classic: valid; the profile "classic" changes \d+ operation/;
    expect(profile('check', 'classic').stdout).toMatch(valid);
    const file = fileWith('with-schema.json', '{ "$schema": "profile.schema.json", "name": "plain" }');
    expect(profile('check', file).stdout).toContain('valid; the profile "plain" changes 0 operations');
  });

  it('prints each problem with its line and column, in the order of the lines', () => {
    const text = `name: a
operations:
  hotel.serch: {}
  getBooking:
    path:
      - /b
      - /b/{Foo}
    request:
      ExternalReference: { formt: iso }
fields:
  Tokn: b
`;
    const line =
      'DIR/bad.yaml:9:28: operations.getBooking.request.ExternalReference.formt: a profile has no field "formt" here; did you mean "format"?';
    const refused = { status: 64, stdout: '', lines: [line] };
    expect(profile('check', fileWith('bad.yaml', text))).toEqual(refused);
    const { lines } = profile('check', fileWith('names.yaml', text.replace('{ formt: iso }', 'a')));
    expect(lines).toEqual([
      'DIR/names.yaml:3:3: operations["hotel.serch"]: "hotel.serch" is not an operation; did you mean "hotel.search"?',
      expect.stringMatching(
        /^DIR\/names\.yaml:7:9: operations\.getBooking\.path\[1\]: "\/b\/\{Foo\}" does not match/,
      ),
      'DIR/names.yaml:11:3: fields.Tokn: "Tokn" is not a field of the contract; did you mean "Token"?',
    ]);
  });

  it.each([
    ['a file that is not YAML', 'name: [a', /^DIR\/wrong\.yaml:1:9: not valid YAML: /],
    ['an alias without an anchor', 'name: *a', /^DIR\/wrong\.yaml:1:7: not valid YAML: the alias "\*a"/],
    ['a file without content', '', /^DIR\/wrong\.yaml:1:1: expected an object with "name"/],
    ['a field that is missing', '\nfields: {}\n', /^DIR\/wrong\.yaml:2:1: name: expected a name/],
  ])('names the place in %s', (_, text, line) => {
    const lines = [expect.stringMatching(line)];
    expect(profile('check', fileWith('wrong.yaml', text))).toMatchObject({ status: 64, lines });
  });
});

describe('the bundled profiles', () => {
  it('are listed', () => {
    expect(profile('list').stdout).toMatch(/^NAME +CHANGED OPERATIONS\nclassic +\d+\n$/);
    expect(profile().stdout).toBe(profile('list').stdout);
    const listed = [{ name: 'classic', operations: expect.any(Number) }];
    expect(JSON.parse(profile('list', '--json').stdout)).toEqual(listed);
  });

  it('are shown as files that can be used as templates', () => {
    const { stdout } = profile('show', 'classic');
    expect(stdout).toBe(readFileSync('contracts/profile/bundled/classic.yaml', 'utf8'));
    expect(JSON.parse(profile('show', 'classic', '--json').stdout)).toEqual(parse(stdout));
  });

  it('are options of a stand-in in TypeScript', () => {
    expect(createMockSupplier({ profile: bundledProfile('classic') }).dialect.name).toBe('classic');
    const unknown = '"clasic" is not a bundled profile; did you mean "classic"?';
    expect(() => bundledProfile('clasic')).toThrow(unknown);
    expect(() => bundledProfile('../acme')).toThrow('the bundled profiles are classic');
  });

  const endpoints = (args: readonly string[] = [], env = {}) =>
    runCommand(['endpoints', '--json', ...args], env).stdout;

  it('are options of every command, also in a config file', () => {
    const classic = endpoints(['--profile', 'classic']);
    expect(endpoints()).not.toBe(classic);
    expect(endpoints([], { UNDERSTUDY_PROFILE: 'classic' })).toBe(classic);
    expect(endpoints(['--config', fileWith('config.yaml', 'profile: classic\n')])).toBe(classic);
  });

  it('have priority over a file without extension, except when the file is given as a path', () => {
    const endpointsOf = (text: string) =>
      endpoints(['--config', fileWith('config.yaml', `profile: ${text}\n`)]);
    const own = 'name: own\noperations:\n  payBooking:\n    path: /own\n';
    fileWith('classic', own);
    fileWith('other', own);
    expect(endpointsOf('classic')).not.toContain('"/own"');
    expect(endpointsOf('./classic')).toContain('"/own"');
    expect(endpointsOf('other')).toContain('"/own"');
  });
});

describe('a wrong name', () => {
  const unknown =
    'clasic: there is no bundled profile and no file with this name; for a file, give a path such as ./clasic.yaml; did you mean "classic"?';

  it('of a bundled profile is refused with the nearest name', () => {
    expect(profile('check', 'clasic')).toMatchObject({ status: 64, lines: [unknown] });
    const lines = ['there is no bundled profile "clasic"; did you mean "classic"?'];
    expect(profile('show', 'clasic').lines).toEqual(lines);
    expect(runCommand(['openapi', '--profile', 'clasic']).stderr).toBe(`understudy: --profile ${unknown}\n`);
    const config = fileWith('config.yaml', 'profile: clasic\n');
    expect(runCommand(['endpoints', '--config', config]).stderr).toBe(`understudy: --profile ${unknown}\n`);
  });
});
