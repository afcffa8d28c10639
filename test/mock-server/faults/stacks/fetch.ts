import type { Seen, Stack } from './seen.ts';

/** Node's own fetch. */
export const fetchStack: Stack = async ({ url, body, timeoutMs }) => {
  const chunks: Uint8Array[] = [];
  let response: Response | undefined;
  const seen = (end: string): Seen => ({
    status: response?.status,
    type: response?.headers.get('content-type'),
    retryAfter: response?.headers.get('retry-after'),
    bytes: Buffer.concat(chunks),
    end,
  });
  try {
    response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) });
    for await (const chunk of response.body ?? []) chunks.push(chunk);
    await new Response(Buffer.concat(chunks)).json();
    return seen('read');
  } catch (error) {
    return seen(tellError(error));
  }
};

function tellError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause } = error;
  if (name === 'SyntaxError') return name;
  const code = cause instanceof Error && 'code' in cause ? ` <- ${cause.code}` : '';
  return `${name}: ${message}${code}`;
}
