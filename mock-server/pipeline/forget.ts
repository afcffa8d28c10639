import type { ExchangeState } from '../pipeline/exchange.ts';

/** The client could read nothing of it, so nothing of it is recorded as its answer. */
export function forget(exchange: ExchangeState): void {
  exchange.answer = undefined;
  exchange.recipe = undefined;
  exchange.written = undefined;
}
