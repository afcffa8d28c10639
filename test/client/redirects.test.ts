import { createServer, type Server } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '#client';
import { operationIds } from '#contracts';
import { type Reply, stage } from './stage.ts';

const secret = 'https://user:secret@elsewhere.example:8443/steal/token-1?key=token-2';
const redirect = (status: number, location?: string): Reply => ({
  status,
  headers: location === undefined ? {} : { location },
});

describe('a redirect', () => {
  it.each(operationIds)('of %s is an error with the host of its address, and is not repeated', async id => {
    for (const status of [301, 302, 303, 307, 308]) {
      const { fails, seen } = stage([redirect(status, secret)]);
      const error = await fails(id);
      expect(error).toMatchObject({ name: 'HttpError', status });
      expect(String(error)).toBe(
        `HttpError: ${id}: HTTP ${status}, a redirect to elsewhere.example:8443; the client does not follow it, to protect the credential`,
      );
      expect(seen).toHaveLength(1);
    }
  });

  it.each([
    ['/login?to=token', 'supplier.test'],
    ['http://[', 'an unknown host'],
    ['data:,x', 'an unknown host'],
    [undefined, 'an unknown host'],
  ])('may point to %s', async (location, host) => {
    const error = await stage([redirect(302, location)]).fails('airportDetail');
    expect(String(error)).toContain(`a redirect to ${host};`);
    expect(String(error)).not.toContain('token');
  });

  it('is an error also where a browser hides it', async () => {
    // What a browser gives for it, which nothing else can make.
    const hidden = Object.defineProperties(new Response(), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
      ok: { value: false },
    });
    const { fails } = stage([], { fetch: async () => hidden });
    expect(await fails('getBooking')).toMatchObject({
      name: 'HttpError',
      status: 0,
      message: expect.stringContaining('a redirect to an unknown host'),
    });
  });
});

async function serve(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`;
}

it.each([302, 307])(
  'auth.5: over a port a redirect %i hands no credential, card or token on to where it points',
  async status => {
    const received: string[] = [];
    const elsewhere = await serve(
      createServer((request, response) => {
        received.push(`${request.method} ${request.url}`);
        response.end('{"Errors":[]}');
      }),
    );
    const baseUrl = await serve(
      createServer((_, response) => response.writeHead(status, { location: `${elsewhere}/steal` }).end()),
    );
    const client = createClient({
      baseUrl,
      credential: { Username: 'demo', Password: 'demo' },
      staticToken: 'demo-static-token',
      managerId: 1,
      mcpUrl: `${baseUrl}/mcp`,
      mcpToken: 'demo-mcp-token',
    });
    const calls = [
      client.call('payBooking', {} as never),
      client.call('getBooking', { BookingId: '1' }),
      client.airport('GIG'),
      client.tools.getReference(),
    ];
    const host = new URL(elsewhere).host;
    for (const end of await Promise.allSettled(calls))
      expect(end).toMatchObject({
        reason: { status, message: expect.stringContaining(`redirect to ${host}`) },
      });
    expect(received).toEqual([]);
  },
);
