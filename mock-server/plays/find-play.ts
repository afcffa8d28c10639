import { productNames } from '#contracts';
import { asObject } from '#contracts/util';
import type { ExchangeState } from '../faults/call-state.ts';
import { hash64, hexId } from '../seed.ts';
import { goesOn, isSearch } from './go-on.ts';
import type { Play } from './index.ts';
import { grownFrom, referenceKey, tokenBehind } from './lineage.ts';

/**
 * The play that a call is a part of, begun by it where need be: what it grows from, else the scenario its header asks
 * for, else what it chooses in Testville, else the surname of a guest. Where an earlier play of that scenario lost the
 * answer to the same wish and has booked nothing, it is that one. A Search that asks for nothing grows from nothing
 * either, and costs a comparison or two.
 *
 * @example exchange.play = findPlay(exchange)
 */
export function findPlay(exchange: ExchangeState): Play | undefined {
  const { sandbox, asked } = exchange;
  const { plays } = sandbox;
  if (asked === undefined && (isSearch(exchange) || (plays.size === 0 && !plays.catalogue.hasTriggers)))
    return undefined;
  const grown = grownFrom(exchange);
  const play = (grown && goesOn(exchange, grown)) ?? grown ?? byHeader(exchange) ?? byData(exchange);
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

/** What calls are known by that ask for the same scenario and the same content. */
const contentKey = (scenario: string, { operation, owner }: ExchangeState, content: unknown): string =>
  `content ${hexId(hash64(`${scenario} ${operation?.id} ${owner} ${JSON.stringify(content)}`), 0)}`;

/** Calls with the same content share a play. A Search whose Token was given begins another one when it comes again. */
function byHeader(exchange: ExchangeState): Play | undefined {
  const { asked, sandbox, body } = exchange;
  if (asked === undefined) return undefined;
  const key = contentKey(asked, exchange, body);
  if (isSearch(exchange)) return sandbox.plays.joinOpen(asked, key);
  return goesOn(exchange, { scenario: asked }) ?? sandbox.plays.join(asked, key);
}

/** What a client plays that can only choose by what it books, and for whom. */
function byData(exchange: ExchangeState): Play | undefined {
  const kind = exchange.operation?.effect;
  if (kind === 'validate') return byItem(exchange);
  return kind === 'book' ? bySurname(exchange) : undefined;
}

function byItem(exchange: ExchangeState): Play | undefined {
  const { sandbox, operation, body } = exchange;
  const { plays } = sandbox;
  const product = operation?.product;
  if (!product || !plays.catalogue.testville) return undefined;
  const item = asObject(body)[productNames[product].item];
  const scenario = plays.catalogue.testville.scenarioOf(product, String(item));
  const search = scenario === undefined ? undefined : tokenBehind(exchange, 'search');
  if (scenario === undefined || search === undefined) return undefined;
  return goesOn(exchange, { scenario }) ?? plays.join(scenario, `${scenario} ${search}`);
}

/** Until something is booked, the same wish is a part of the same play, also with the Token of new conditions. */
function bySurname(exchange: ExchangeState): Play | undefined {
  const scenario = scenarioOfGuests(exchange);
  if (scenario === undefined || tokenBehind(exchange, 'conditions') === undefined) return undefined;
  const { Token: _, ...wish } = asObject(exchange.body);
  const { plays } = exchange.sandbox;
  return goesOn(exchange, { scenario }) ?? plays.joinOpen(scenario, contentKey(scenario, exchange, wish));
}

function scenarioOfGuests({ sandbox, body }: ExchangeState): string | undefined {
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
