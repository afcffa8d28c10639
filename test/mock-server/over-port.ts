import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { MockSupplier } from '#mock-server';
import { type Listening, type ListenOptions, listen } from '#mock-server/node';

/** Serves a supplier on a free port until the test ends. */
export async function serve(supplier: MockSupplier, options: ListenOptions = {}): Promise<Listening> {
  const listening = await listen(supplier, { port: 0, ...options });
  onTestFinished(() => listening.close());
  return listening;
}

/** Sends a request with headers that fetch does not let a program choose, such as Host and Origin. */
export async function sendWith(
  headers: Record<string, string>,
  { url, method = 'GET', body }: { url: string; method?: string; body?: string | undefined },
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const [answer] = await once(request(url, { method, headers, agent: false }).end(body), 'response');
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}
