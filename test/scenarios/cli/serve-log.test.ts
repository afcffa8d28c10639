import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../folder.ts';
import { startCommand } from './run-command.ts';

const { path: folder } = createFolder();

describe('the log of requests', () => {
  /** Starts serve without JSON. Returns its address and the next line of its output. */
  async function startLogging(args: readonly string[]) {
    const server = startCommand(['serve', '--port', '0', ...args]);
    let baseUrl = '';
    for (let line = ''; line !== 'Press Ctrl-C to stop the server.'; ) {
      line = await server.line();
      baseUrl = /^ {2}Base address +(\S+)$/.exec(line)?.[1] ?? baseUrl;
    }
    return { ...server, baseUrl };
  }
  const list = '/API/REST/ClientBackOffice.svc/GetBookingList';
  const Credential = { Username: 'demo', Password: 'demo' };
  const posting = (body: object) => {
    const headers = { 'content-type': 'application/json' };
    return { method: 'POST', body: JSON.stringify(body), headers };
  };
  const withoutTimes = (line: string) => line.replace(/^[\d-]+T[\d:.]+Z /, '').replace(/ \d+ ms$/, '');

  it('has a line per request: method, path without secrets and tokens (auth.5), status', async () => {
    const profile = join(folder, 'tokens.yaml');
    const path = '/air/{airportCode}/key/{token}/v2';
    writeFileSync(profile, `name: acme\noperations:\n  airportDetail:\n    path: ${path}\n`);
    const options = ['--fault', 'getBookingList:cut', '--control-token', 'Contr0l-Token', '--log', 'pretty'];
    const server = await startLogging(['--profile', profile, ...options]);
    const said = async (path: string, init?: RequestInit) => {
      await fetch(`${server.baseUrl}${path}`, init).catch(() => undefined); // a cut connection
      return withoutTimes(await server.line());
    };
    expect(await said('/_control/health?password=secret')).toBe('GET /_control/health 200');
    expect(await said('/nowhere/token/secret')).toMatch(/^GET \/nowhere\/token\/~[\da-f]{8} 404$/);
    expect(await said('/air/SSA/key/secret/v2')).toMatch(/^GET \/air\/SSA\/key\/~[\da-f]{8}\/v2 40\d$/);
    expect(await said(list, posting({ Credential }))).toBe(`POST ${list} connection cut`);
    expect(await said('/x/demo-static-token/y')).toBe('GET /x/***/y 404');
    expect(await said('/mcp/demo-mcp-token')).toBe('GET /mcp/*** 404');
    expect(await said('/sandbox/default/x/demo-static-token')).toBe('GET /sandbox/default/x/*** 404');
    expect(await said('/sandbox/none/x/demo-static-token')).toBe('GET /sandbox/none/***/*** 404');
    expect(await said('/sandbox/none')).toBe('GET /sandbox/none 404');
    expect(await said('/_control/Contr0l-Token')).toMatch(/^GET \/_control\/\*\*\* 40\d$/);
    expect(await said('/new/api/v1/mapping/airport/LIS/tokn/S3cr3tTokenBB')).toMatch(
      /^GET \/new\/api\/v1\/mapping\/~[\da-f]{8}\/LIS\/tokn\/~[\da-f]{8} 404$/,
    );
    server.signal('SIGTERM');
    expect((await server.ended).stdout).not.toContain('secret');
  });

  describe('about a request with warnings', () => {
    const unknown = { 'Colour\u001b[2J': 1, '4111111111111111': 1 };
    const init = posting({ Credential, SearchBookingCriteria: { ...unknown, BookingStatus: ['Confirmed'] } });
    const notUsed = 'is not a filter of the contract; the list is not filtered by it';

    it('has a line for each warning, without secrets and control characters', async () => {
      const server = await startLogging([]);
      await fetch(`${server.baseUrl}${list}`, init);
      const lines = [await server.line(), await server.line(), await server.line(), await server.line()];
      expect([withoutTimes(lines[0] ?? ''), ...lines.slice(1)]).toEqual([
        `POST ${list} 200`,
        '  warning (spelling): SearchBookingCriteria.BookingStatus[0] "Confirmed" is spelled "CONFIRMED" in the contract',
        `  warning (unknown-field): SearchBookingCriteria.Colour?[2J ${notUsed}`,
        expect.stringMatching(/^ {2}warning \(unknown-field\): SearchBookingCriteria\.9{12}/),
      ]);
      server.signal('SIGTERM');
      await server.ended;
    });

    it('has a list of warnings in a line of JSON', async () => {
      const server = startCommand(['serve', '--port', '0', '--log', 'json']);
      const { msg: _, ...started } = JSON.parse(await server.line());
      const url = /http:\/\/[\d.:]+/.exec(JSON.stringify(started))?.[0];
      await fetch(`${url}${list}`, init);
      expect(JSON.parse(await server.line())).toMatchObject({
        msg: 'request',
        method: 'POST',
        path: list,
        status: 200,
        sandbox: 'default',
        exchange: 1,
        warnings: [
          { kind: 'spelling', field: 'SearchBookingCriteria.BookingStatus[0]' },
          { kind: 'unknown-field', field: 'SearchBookingCriteria.Colour?[2J', message: notUsed },
          { kind: 'unknown-field' },
        ],
      });
      await fetch(`${url}/_control/health`);
      const health = JSON.parse(await server.line());
      expect(Object.keys(health)).toEqual(['level', 'time', 'method', 'path', 'status', 'ms', 'msg']);
      server.signal('SIGTERM');
      await server.ended;
    });
  });

  it('is silent with --log quiet', async () => {
    const server = startCommand('serve --port 0 --log quiet --public-url http://127.0.0.1');
    let text = '';
    for (let port = ''; port === ''; ) {
      text += `${await server.line()}\n`;
      port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1] ?? '';
      if (port !== '') await fetch(`http://127.0.0.1:${port}/_control/health`);
    }
    server.signal('SIGTERM');
    const { status, stdout } = await server.ended;
    expect(status).toBe(0);
    expect(stdout).not.toMatch(/GET/);
  });
});
