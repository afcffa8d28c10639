import { hash64, mix } from '../seed.ts';
import type { Store } from '../store/store.ts';
import type { ExchangeState } from './call-state.ts';
import type { FaultCall } from './effect.ts';

/**
 * Makes what is drawn for a fault in a call: it follows from the seed, the fault, what the call asks and how manieth of
 * its kind it is, so that nothing else on the server has a part in it.
 */
export function createDraws(seed: number, store: Store) {
  return (faultId: string, { incoming, body, owner }: ExchangeState): FaultCall['draw'] => {
    let content: string | undefined;
    return what => {
      content ??= counted(`${faultId} ${what} ${owner} ${incoming.url} ${JSON.stringify(body)}`, store);
      const [high, low] = hash64(`${what} ${content}`, seed);
      return mix(high ^ Math.imul(low, 31)) / 2 ** 32;
    };
  };
}

function counted(text: string, store: Store): string {
  const [high, low] = hash64(text);
  return `${text} ${store.countUp(high * 0x200000 + (low >>> 11))}`;
}
