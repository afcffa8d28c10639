import { createHash } from 'node:crypto';
import { renameSync, unwatchFile, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listen } from '#mock-server/node';
import { CliError } from '#scenarios/cli/cli-error';
import { openTokensFile } from '#scenarios/cli/tokens-file';
import { createFolder } from '../../folder.ts';
import { createControlClient } from '../../mock-server/control/control-client.ts';
import { createTestSupplier } from '../../mock-server/hotel-client.ts';

const { path: folder } = createFolder();
const path = join(folder, 'tokens.yaml');
afterEach(() => {
  unwatchFile(path);
  vi.restoreAllMocks();
});

const sha256 = (token: string) => createHash('sha256').update(token).digest('hex');
const teamA = 'token-of-team-a-1';
const good = `tokens:
  - { name: ops, sha256: ${sha256('admin-token-12345').toUpperCase()}, scope: admin }
  - { name: team-a-ci, token: ${teamA}, scope: team-a/* }
  - { name: prometheus, sha256: ${sha256('metrics-token-123')}, scope: metrics }
namespaces:
  team-a: { sandboxes: 1 }
`;

/** Writes a file with these tokens. */
const tokens = (...entries: string[]) => `tokens:${entries.map(entry => `\n  - { ${entry} }`).join('')}`;

/** Returns the lines of the problems of a file. */
async function problemsOf(content: string): Promise<readonly string[]> {
  writeFileSync(path, content);
  const error: unknown = await openTokensFile(path, 'pretty').catch(problem => problem);
  return error instanceof CliError ? error.lines.map(line => line.replace(path, 'FILE')) : [];
}

describe('a file with tokens', () => {
  it('gives each token its rights, and the control token of the server all rights', async () => {
    writeFileSync(path, good);
    const tokens = await openTokensFile(path, 'pretty');
    const { url, close } = await listen(createTestSupplier(), { port: 0, tokens, controlToken: 'main' });
    const control = createControlClient(fetch, url);
    const status = async (token: string, id: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await control.send('putSandbox', { id, body: {}, headers })).status;
    };
    expect(await status('main', 'any')).toBe(201);
    expect(await status('admin-token-12345', 'any')).toBe(200);
    expect([await status(teamA, 'team-a.one'), await status(teamA, 'any')]).toEqual([201, 404]);
    expect(await status('metrics-token-123', 'any')).toBe(403);
    expect(await status('unknown', 'any')).toBe(401);
    expect(await status('main', 'team-a.two')).toBe(507);
    expect((await control.send('listSandboxes')).status).toBe(401);
    await close();
  });

  it('without a token gets a warning', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    writeFileSync(path, 'tokens: []');
    await openTokensFile(path, 'json');
    expect(JSON.parse(printed.mock.calls[0]?.[0]).msg).toBe(
      `${path} has no token, so only the token of --control-token can use the control API`,
    );
  });

  it('is read again when it changes; a broken file changes nothing and is reported without its tokens', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const lines = () => printed.mock.calls.map(([line]) => JSON.parse(line).msg);
    writeFileSync(path, good);
    const tokens = await openTokensFile(path, 'json');
    // The watch begins a moment after the file was read, so a single early change could be missed.
    // A file that is written in place can be read while it is empty.
    const change = (text: string) => {
      writeFileSync(`${path}.new`, text);
      renameSync(`${path}.new`, path);
      return lines();
    };
    await expect
      .poll(() => change(good.replace('team-a/*', 'team a/*')).slice(0, 1))
      .toEqual([
        `${path}: line 3: tokens[1].scope: expected "admin", "metrics", or a namespace such as "team-a/*", got "team a/*"; the earlier tokens stay valid`,
      ]);
    expect(tokens.scopeOf(teamA)).toEqual({ namespace: 'team-a' });
    change(good.replace('team-a/*', 'team-b/*'));
    await expect.poll(() => tokens.scopeOf(teamA)).toEqual({ namespace: 'team-b' });
    expect(lines().at(-1)).toBe(`the tokens of ${path} were read again`);
  });

  it.each(
    Object.entries({
      [tokens('name: a, scope: admin')]: 'FILE: line 2: tokens[0]: expected either "token" or "sha256"',
      [tokens('name: a, token: secret, scope: admin')]:
        'FILE: line 2: tokens[0].token: expected at least 16 characters: letters, digits and -._~+/=',
      [tokens('name: a, sha256: abc, scope: admin')]:
        'FILE: line 2: tokens[0].sha256: expected 64 hexadecimal digits, as `sha256sum` prints them',
      [tokens(`name: a, token: ${teamA}, scope: admin`, `name: b, token: ${teamA}, scope: admin`)]:
        'FILE: line 3: tokens[1].token: expected a value that no earlier token has',
      [`tokens: [${teamA}]`]: 'FILE: line 1: tokens[0]: expected an object',
      [`tokens: []\n${teamA}: admin`]: 'FILE: line 2: ***: unknown',
      [`tokens: { ${teamA}: admin }`]: 'FILE: line 1: tokens: expected a list',
      [tokens(`name: a, scope: admin, Token: ${teamA}`)]:
        'FILE: line 2: tokens[0].Token: unknown; did you mean "token"?',
      [tokens(`name: a, scope: admin, sha256: ${teamA}`)]:
        'FILE: line 2: tokens[0].sha256: expected 64 hexadecimal digits',
      [tokens(`name: a, scope: ${teamA}, token: ${teamA}`)]: 'FILE: line 2: tokens[0].scope: expected',
      [tokens(`${teamA}: admin, name: a, scope: admin`)]: 'FILE: line 2: tokens[0]',
      [tokens(`name: a, scope: admin, token: *${teamA}`)]: 'FILE: not valid YAML: the alias "*…" at line 2',
      'tokens: []\nusers: []': 'FILE: line 2: users: unknown; known are tokens, namespaces',
      'tokens: []\nnamespaces: { a: { sandboxes: -1 } }': 'FILE: line 2: namespaces.a.sandboxes: expected',
      'tokens: []\nnamespaces: { A: {} }':
        'FILE: line 2: namespaces.A: the name: expected 1 to 40 characters: a-z, 0-9 or "-"',
      [tokens('name: a, token: 1234567890123456, scope: admin')]:
        'FILE: line 2: tokens[0].token: expected text; put it in quotes',
      'tokens: [': 'FILE: not valid YAML',
      '': 'FILE: line 1: expected an object, got null',
    }),
  )('with a mistake is refused: %j', async (content, problem) => {
    const problems = await problemsOf(content);
    expect(problems[0]).toContain(problem);
    expect(problems.join()).not.toMatch(/secret|token-of-team/);
  });

  it('that does not exist is refused', async () => {
    await expect(openTokensFile(join(folder, 'none.yaml'), 'pretty')).rejects.toThrow('none.yaml');
  });
});
