import { describe, expect, it } from 'vitest';
import { operations } from '#contracts';
import { createMockSupplier } from '#mock-server';
import { createFolder } from '../../folder.ts';
import { createToolCaller } from '../../mock-server/web/tool-server/tool-caller.ts';
import { runCommand } from './run-command.ts';

const folder = createFolder();

describe('understudy endpoints <id>', () => {
  it('prints the text of get_endpoint', async () => {
    const { status, stdout, stderr } = runCommand(['endpoints', 'hotel.getBookingConditions']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const supplier = createMockSupplier();
    const tools = createToolCaller(supplier.fetch, 'http://127.0.0.1:4010/mcp');
    const { text } = await tools.tell('get_endpoint', { endpointId: 'hotel.getBookingConditions' });
    expect(stdout).toBe(`${text}\n`);
    expect(text).toContain("curl -s 'http://127.0.0.1:4010/API/REST/Hotel.svc/GetBookingConditions'");
  });

  it('lists all operations with their provenance', () => {
    const { status, stdout } = runCommand(['endpoints']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^hotel\.search +POST +\S+ +observed +\S/m);
    expect(stdout).toMatch(/^getBooking +POST +\S+ +assumed +\S/m);
    expect(stdout).toMatch(/^getBookingDetail +POST +\S+ +specified ep\.detail +\S/m);
  });

  it('lists the other paths of an operation as JSON, and as text only where to find them', () => {
    const { path, otherPaths } = operations.autocomplete;
    const listed: unknown[] = JSON.parse(runCommand(['endpoints', '--json']).stdout);
    expect(listed).toContainEqual(expect.objectContaining({ id: 'autocomplete', path, otherPaths }));
    expect(listed.find(one => JSON.stringify(one).includes('"getBooking"'))).not.toHaveProperty('otherPaths');
    const { stdout } = runCommand(['endpoints']);
    expect(stdout).toContain('understudy endpoints <id>" also lists these paths.');
    expect(stdout).not.toContain('managerid');
    const read = `Also read at GET ${otherPaths?.[0]} (observed in public clients).`;
    expect(runCommand(['endpoints', 'autocomplete']).stdout).toContain(read);
  });

  it('prints the same as JSON, and in the words of a profile', () => {
    const line = ['endpoints', 'hotel.search', '--json', '--profile', 'docs/guides/acme.yaml'];
    const { stdout } = runCommand(line);
    const { id, path, sample } = JSON.parse(stdout);
    expect(id).toBe('hotel.search');
    expect(sample).toContain(`http://127.0.0.1:4010${path}`);
    expect(path).not.toContain('Hotel.svc');
  });

  it('lists every path of an operation in a profile', () => {
    const paths = 'name: x\noperations:\n  payBooking:\n    path: [/v2/pay, /v1/pay]\n';
    const file = folder.write('profile.yaml', paths);
    const { stdout } = runCommand(['endpoints', '--profile', file]);
    expect(stdout).toMatch(/\npayBooking +POST +\/v2\/pay .*\n +POST +\/v1\/pay *\n/);
    const list = JSON.parse(runCommand(['endpoints', '--profile', file, '--json']).stdout);
    const paid = list.find(({ id }: { id: string }) => id === 'payBooking');
    expect(paid).toMatchObject({ path: '/v2/pay', otherPaths: ['/v1/pay'] });
  });

  const sampleOf = (args: string[], env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = runCommand(['endpoints', ...args, '--json'], env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return String(JSON.parse(stdout).sample);
  };

  it('sends the calls where --url says, under the credential that is given', () => {
    const address = ['--url', 'https://stand-in.test/mock/', '--username', 'ana', '--password', "o'hara"];
    const sample = sampleOf(['getBookingList', ...address]);
    expect(sample).toContain("'https://stand-in.test/mock/API/REST/ClientBackOffice.svc/GetBookingList'");
    expect(sample).toContain(`"Credential":{"Username":"ana","Password":"o'\\''hara"}`);
    const lookUp = sampleOf(['airportDetail', '--static-token', 'own', '--manager-id', '77']);
    expect(lookUp).toContain('http://127.0.0.1:4010/new/api/v1/mapping/airport/SSA/token/own?managerId=77');
  });

  it.each([
    [{ UNDERSTUDY_PORT: '4999' }, 'http://127.0.0.1:4999/API'],
    [{ UNDERSTUDY_PORT: '4999', UNDERSTUDY_HOST: '0.0.0.0' }, 'http://127.0.0.1:4999/API'],
    [{ UNDERSTUDY_HOST: '::' }, 'http://[::1]:4010/API'],
    [{ UNDERSTUDY_PORT: '0', UNDERSTUDY_PUBLIC_URL: 'https://a.test' }, 'https://a.test/API'],
    [{ UNDERSTUDY_USERNAME: 'ana', UNDERSTUDY_PASSWORD: 'secret' }, '"Username":"ana","Password":"secret"'],
    [{ UNDERSTUDY_CLOCK: 'manual@2031-05-01T00:00:00Z' }, '"CheckinDate":"2031-08-'],
  ])('uses the environment of serve: %j', (env: Record<string, string>, part) => {
    expect(sampleOf(['hotel.search'], env)).toContain(part);
  });

  it('uses the config file of serve, whatever else it holds', () => {
    const options = 'port: 4321\nusername: bea\nseed: other\nlog: json\nmcpToken: t\n';
    const sample = sampleOf(['hotel.search', '--config', folder.write('understudy.yaml', options)]);
    expect(sample).toContain('http://127.0.0.1:4321/API');
    expect(sample).toContain('"Username":"bea"');
  });
});
