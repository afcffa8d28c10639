import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ExchangeView, Facts } from '#contracts/control';
import type { Session } from './live.ts';
import { explain } from './parts.tsx';

/** Reads the headers and bodies of calls. A call that is still open is read again when it ends. */
export function useExchanges(session: Session, calls: readonly Facts[]) {
  const [read, setRead] = useState<ReadonlyMap<number, ExchangeView>>(new Map());
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isCurrent = true;
    const readAll = async () => {
      for (const call of calls) {
        if (!isCurrent || isComplete(read.get(call.number), call)) continue;
        const found = await session.api.exchange(call.number);
        if (!isCurrent) return;
        if (found) setRead(before => new Map(before).set(call.number, found));
        setProblem(isSame(found, call) ? '' : 'The server does not have this call any more.');
      }
    };
    readAll().catch(error => isCurrent && setProblem(explain(error)));
    return () => {
      isCurrent = false;
    };
  }, [session, calls]);
  const known = useMemo(() => {
    const found = calls.flatMap(call => {
      const one = read.get(call.number);
      return isSame(one, call) ? [[call.number, one] as const] : [];
    });
    return new Map(found);
  }, [read, calls]);
  return { known, problem };
}

/** After a reset of the sandbox, another call can have the same number. */
const isSame = (found: ExchangeView | undefined, call: Facts): found is ExchangeView =>
  found?.opened.real === call.opened.real;

const isComplete = (found: ExchangeView | undefined, call: Facts): boolean =>
  isSame(found, call) && (found.closed !== undefined || call.closed === undefined);
