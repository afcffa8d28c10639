import { CliError } from './cli-error.ts';

export async function callControl(
  url: string,
  { method = 'GET', body, token }: { method?: string; body?: unknown; token: string | undefined },
): Promise<Response> {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const answer = await fetch(url, sent).catch((error: unknown) => {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new CliError([`no server answers at ${url}: ${cause}; check the address, and start the server`], 1);
  });
  if (answer.ok) return answer;
  const refusal: { error?: { message?: string } } = await answer.json().catch(() => ({}));
  throw new CliError(
    [`${url}: ${answer.status} ${refusal.error?.message ?? ''}`.trimEnd()],
    answer.status === 404 ? 64 : 1,
  );
}
