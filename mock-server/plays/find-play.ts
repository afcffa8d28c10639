import { asObject, productNames } from '#contracts';
import type { ExchangeState } from '../middleware/exchange.ts';
import type { Play } from '../plays.ts';
import { hash64, hexId } from '../seed.ts';
import { grownFrom, referenceKey, tokenBehind } from './lineage.ts';

/**
 * The play that a call is a part of, begun by it where need be: what it grows from, else the scenario its header asks
 * for, else what it chooses in Testville, else the surname of a guest. A call of a sandbox where nothing is played costs
 * two comparisons.
 *
 * @example exchange.play = findPlay(exchange)
 */
export function findPlay(exchange: ExchangeState): Play | undefined {
  const { sandbox, asked } = exchange;
  const { plays } = sandbox;
  if (asked === undefined && plays.size === 0 && !plays.catalogue.hasTriggers) return undefined;
  const play = grownFrom(exchange) ?? byHeader(exchange) ?? byData(exchange);
  if (!play) return undefined;
  const { ExternalReference: reference } = asObject(exchange.body);
  if (exchange.operation?.effect === 'book' && typeof reference === 'string')
    plays.name(play, referenceKey(exchange, reference));
  if (asked !== undefined && asked !== play.scenario) {
    const message = `"${asked}" was not begun: what this call asks for belongs to a play of "${play.scenario}"`;
    exchange.warnings.push({ kind: 'ignored', field: 'X-Understudy-Scenario', message });
  }
  return play;
}

const isSearch = ({ operation }: ExchangeState): boolean => operation?.id.endsWith('.search') === true;

/**
 * What calls without lineage share: those that ask for the same scenario and the same content. A Search whose Token was
 * given begins anew when it comes again; one that failed is gone on with.
 */
function headerKey({ operation, owner, body, asked }: ExchangeState): string {
  return `header ${hexId(hash64(`${asked} ${operation?.id} ${owner} ${JSON.stringify(body)}`), 0)}`;
}

function byHeader(exchange: ExchangeState): Play | undefined {
  const { asked, sandbox } = exchange;
  return asked === undefined ? undefined : join(sandbox.plays, asked, headerKey(exchange));
}

const join = (plays: ExchangeState['sandbox']['plays'], scenario: string, key: string): Play =>
  plays.byKey(key) ?? plays.begin(scenario, key);

/** Tells that a Search was answered: with its Token in the hands of the client, the next one begins a play of its own. */
export function concludeSearch(exchange: ExchangeState): void {
  if (exchange.asked === undefined || !isSearch(exchange) || exchange.written === undefined) return;
  exchange.sandbox.plays.forget(headerKey(exchange));
}

/** What a client plays that can only choose by what it books, and for whom. */
function byData(exchange: ExchangeState): Play | undefined {
  const { sandbox, operation } = exchange;
  const { plays } = sandbox;
  const kind = operation?.effect;
  if (kind !== 'validate' && kind !== 'book') return undefined;
  const scenario = kind === 'validate' ? byItem(exchange) : bySurname(exchange);
  if (scenario === undefined) return undefined;
  const key = tokenBehind(exchange, kind === 'validate' ? 'search' : 'conditions');
  return key === undefined ? undefined : join(plays, scenario, `${scenario} ${key}`);
}

function byItem({ sandbox, operation, body }: ExchangeState): string | undefined {
  const product = operation?.product;
  if (!product) return undefined;
  const item = asObject(body)[productNames[product].item];
  return sandbox.plays.catalogue.testville?.scenarioOf(product, String(item));
}

function bySurname({ sandbox, body }: ExchangeState): string | undefined {
  const { surnames } = sandbox.plays.catalogue;
  if (surnames.size === 0) return undefined;
  const { Rooms, Paxs } = asObject(body);
  const rooms = Array.isArray(Rooms) ? Rooms : [];
  const guests = [Paxs, ...rooms.map(room => asObject(room).Paxs)].flat();
  for (const guest of guests) {
    const { Surname } = asObject(guest);
    const scenario = typeof Surname === 'string' ? surnames.get(Surname.toLowerCase()) : undefined;
    if (scenario !== undefined) return scenario;
  }
  return undefined;
}
