import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, it } from 'vitest';
import { summaries } from '#scenarios/cli/commands/index';
import { projectRoot } from '../house/project-files.ts';
import { testCriteria } from '../mock-server/hotel-client.ts';
import { manifest, packedPackage, runNode, runNodeIn } from './packed.ts';

const command = join(packedPackage, manifest.bin.understudy);

describe('the packed understudy command', () => {
  it('prints its help, with every command', () => {
    const { stdout, ...ended } = runNode(command, '--help');
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    for (const name of Object.keys(summaries)) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it('prints the version of the package', () => {
    expect(runNode(command, '--version').stdout.trim()).toBe(manifest.version);
  });

  it('runs a command beside a stand-in', () => {
    const script = 'fetch(process.env.UNDERSTUDY_BASE_URL).then(({ status }) => process.exit(status - 195))';
    const stderr = expect.stringContaining('The supplier received no call');
    const ran = runNode(command, 'exec', '--', process.execPath, '--eval', script);
    expect(ran).toMatchObject({ status: 5, stderr });
  });

  it('shows its bookings', () => {
    const stdout = expect.stringContaining('the client says: confirmed');
    expect(runNode(command, 'demo')).toMatchObject({ status: 0, stderr: '', stdout });
  });

  it('starts, answers for health and answers a Search without the classes of fetch, which load as long as Node itself', async () => {
    const program = `process.on('exit', () => console.error(process.moduleLoadList.filter(name => /undici/.test(name)).length));
      process.argv.splice(1, 0, ${JSON.stringify(command)}); require(process.argv[1]);`;
    const run = async (paths: Readonly<Record<string, object | undefined>>) => {
      const options = ['--port', '0', '--log', 'json', '--clock', 'manual@2026-12-01T10:00:00Z'];
      const server = spawn(process.execPath, ['--eval', program, 'serve', ...options]);
      const said = text(server.stderr);
      const [ready] = await once(server.stdout, 'data');
      const statuses: number[] = [];
      for (const [path, body] of Object.entries(paths)) {
        const init = body && { method: 'POST', body: JSON.stringify(body) };
        statuses.push((await fetch(`${JSON.parse(String(ready)).baseUrl}${path}`, init)).status);
      }
      server.kill('SIGTERM');
      return { statuses, loaded: Number(await said) };
    };
    const calls = {
      '/_control/health': undefined,
      '/_control/health/ready': undefined,
      '/API/REST/Hotel.svc/Search': {
        Credential: { Username: 'demo', Password: 'demo' },
        Criteria: testCriteria,
      },
    };
    expect(await run(calls)).toEqual({ statuses: [200, 200, 200], loaded: 0 });
    expect(await run({ '/_control/sandboxes': undefined })).toEqual({ statuses: [200], loaded: 1 });
  });

  it('keeps its sandboxes in a SQLite store when it is killed', async () => {
    const store = `sqlite:${mkdtempSync(join(inject('packedProject'), 'store-'))}`;
    const options = ['--port', '0', '--store', store, '--log', 'quiet'];
    const server = spawn(process.execPath, [command, 'serve', ...options], {
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [ready] = await once(server.stdout, 'data');
    const { url } = /(?<url>http:\S+)/.exec(String(ready))?.groups ?? {};
    const headers = { 'content-type': 'application/json' };
    const path = `${url}/_control/sandboxes/team-a`;
    expect((await fetch(path, { method: 'PUT', headers, body: '{}' })).status).toBe(201);
    server.kill('SIGKILL');
    await once(server, 'exit');
    const stdout = `${store}: 2 sandboxes, 0 problems\n`;
    expect(runNode(command, 'store', 'check', store)).toMatchObject({ status: 0, stdout, stderr: '' });
  });

  it('loads a scenario that imports the package', () => {
    const file = join(mkdtempSync(join(inject('packedProject'), 'scenario-')), 'mine.js');
    writeFileSync(
      file,
      `import { catalogue, defineScenario } from 'travel-understudy/scenarios';
      const { surname, trigger, ...like } = catalogue.find(({ id }) => id === 'answer-lost-booked');
      export default defineScenario({ ...like, id: 'mine' });`,
    );
    const ran = runNode(command, 'run', '--scenarios', file, '--scenario', 'mine');
    expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining('1 scenario: 1 held') });
  });

  it('draws tasks and completes an inventory without the optional packages', () => {
    const drawn = runNode(command, 'run', '--scenario', 'hotel-confirmed', '--vary', '1');
    expect(drawn).toMatchObject({ status: 0, stdout: expect.stringContaining('1 held') });
    const made = runNode(command, 'inventory', 'new', '--hotels', '1', '--json');
    expect(JSON.parse(made.stdout).hotels).toEqual([expect.objectContaining({ id: 7001001 })]);
  });

  it('prints the OpenAPI document that the package ships', () => {
    const { stdout } = runNode(command, 'openapi');
    expect(JSON.parse(stdout).info).toMatchObject({ title: expect.any(String) });
  });

  it('verifies pacts only where the verifier of Pact is installed, and says how to install it', () => {
    const pacts = join(packedPackage, 'dist/contracts/pacts');
    const stderr =
      "understudy: verify-pact needs Pact's verifier, which is not installed; install it with: npm install --save-dev @pact-foundation/pact\n";
    expect(runNode(command, 'verify-pact', pacts)).toMatchObject({ status: 64, stdout: '', stderr });
    expect(manifest.peerDependenciesMeta).toMatchObject({ '@pact-foundation/pact': { optional: true } });
  });

  it('verifies the pacts that the package ships', () => {
    const pact = join(packedPackage, 'dist/contracts/pacts/static-data.json');
    // The working folder is a project that has installed the verifier.
    const stdout = expect.stringMatching(/\n(\d+) of \1 interactions hold\n$/);
    const verified = runNodeIn(projectRoot, command, 'verify-pact', pact);
    expect(verified).toMatchObject({ status: 0, stderr: '', stdout });
  });
});
