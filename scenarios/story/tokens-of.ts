import { limits } from '#contracts';
import type { ExchangeView } from '#contracts/control';
import { endOf } from './cause-of.ts';
import type { Story } from './schema.ts';
import { shortToken } from './short-token.ts';

type Life = { kind: 'Token' | 'ReToken'; from: number; by: number; used?: { at: number; by: number } };

/**
 * Returns the lives of the Tokens that the supplier issued. A Token ends when it expires, or when a later call uses it up.
 *
 * @param at returns the offset of an instant
 * @param end the offset at which the story ends
 */
export function tokensOf(
  exchanges: readonly ExchangeView[],
  at: (instant: number) => number,
  end: number,
): Story['tokens'] {
  const issued: (Life & { readonly name: string })[] = [];
  const latest = (name: string | undefined) => issued.findLast(one => one.name === name);
  for (const one of exchanges) {
    const { number, answer, request } = one;
    const { token, reToken } = answer;
    const sent = latest(request.token);
    const replaces = token !== undefined || answer.bookingId !== undefined;
    if (sent && replaces && token !== request.token) sent.used ??= { at: at(endOf(one)), by: number };
    const from = at(one.answered?.at ?? one.opened.at);
    const isNew = (name: string) => latest(name) === undefined || latest(name)?.used !== undefined;
    if (token !== undefined && isNew(token)) issued.push({ name: token, kind: 'Token', from, by: number });
    if (reToken !== undefined && isNew(reToken))
      issued.push({ name: reToken, kind: 'ReToken', from, by: number });
  }
  return issued.map(life => ({ ...lifeOf(life, end), name: shortToken(life.name) }));
}

function lifeOf({ kind, from, by, used }: Life, end: number): Omit<Story['tokens'][number], 'name'> {
  const expires = from + limits[kind === 'Token' ? 'tokenLife' : 'reTokenLife'].value;
  const until = Math.max(from, Math.min(used?.at ?? Number.POSITIVE_INFINITY, expires, end));
  if (used && used.at === until) return { kind, by, usedBy: used.by, from, until, end: 'used' };
  return { kind, by, from, until, end: expires === until ? 'expired' : 'open' };
}
