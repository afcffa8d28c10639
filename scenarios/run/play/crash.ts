import type { Crash } from '#contracts/scenario';

/** Before the call, when the supplier has processed it, or after the answer. `kill` returns what the call gets as its answer. */
export function planCrash<Answer>(
  { nth = 1, moment = 'committed' }: Pick<Crash, 'nth' | 'moment'>,
  path: RegExp,
  kill: (answer?: Answer) => Promise<Answer>,
) {
  let calls = 0;
  let isAnswered = false;
  return {
    /** Whether the client has received the answer after which it is killed. It is killed at its next call, or at its end. */
    isDue: () => isAnswered,
    /** With `isLast`, the supplier must complete the call, although no client receives the answer. */
    async around(url: string, next: (isLast: boolean) => Promise<Answer>): Promise<Answer> {
      if (isAnswered) return kill();
      if (path.test(url.split('?', 1)[0] ?? '')) calls += 1;
      else return next(false);
      if (calls !== nth) return next(false);
      if (moment === 'before') return kill();
      // The client is killed even if the call fails.
      if (moment === 'committed') return kill(await next(true).catch(() => undefined));
      const answer = await next(false);
      isAnswered = true;
      return answer;
    },
  };
}
