import { pathPattern } from '#contracts';
import type { Crash } from '#contracts/scenario';
import type { ListenOptions } from '#mock-server/node';

/** A function that wraps each call of a client. */
export type AroundCall = NonNullable<ListenOptions['around']>;

interface CrashParts {
  /** The paths of the operation. */
  readonly paths: readonly string[];
  readonly kill: () => Promise<void>;
  /** Stops wrapping calls. */
  readonly cancel: () => void;
}

type Answer = Awaited<ReturnType<AroundCall>>;

/** The answer for a client that no longer exists: nothing is sent. */
const noAnswer: Answer = {
  status: 503,
  headers: {},
  body: '',
  wire: { kind: 'none' },
  warnings: [],
  closed: () => undefined,
};

/** Creates the function that kills a client at a call. `isDue` tells whether the client must be killed at its next call. */
export function crashAround(
  { nth = 1, moment = 'committed' }: Crash,
  { paths, kill, cancel }: CrashParts,
): { readonly around: AroundCall; isDue(): boolean } {
  const arriving = new RegExp(`^(?:${paths.map(pathPattern).join('|')})$`, 'i');
  let calls = 0;
  let isAnswered = false;
  async function crash(): Promise<Answer> {
    cancel();
    await kill();
    return noAnswer;
  }
  return {
    isDue: () => isAnswered,
    async around({ url }, next) {
      if (isAnswered) return crash();
      if (!arriving.test(url.split('?', 1)[0] ?? '')) return next();
      calls += 1;
      if (calls !== nth) return next();
      if (moment === 'before') return crash();
      const answer = await next();
      if (moment === 'committed') {
        await crash();
        return answer;
      }
      isAnswered = true;
      return answer;
    },
  };
}
