import type { Leak, RuleId, Verdict } from '#contracts/rules';
import type { Scenario } from '#contracts/scenario';
import { catalogue } from '#scenarios/catalogue/index';
import { type Played, playScenario } from '#scenarios/play/play-scenario';
import { verdictsOn } from '../scenarios/judge/verdicts-on.ts';
import type { BrokenClient } from './broken-client.ts';

/** The scenario of the catalogue with this id. */
export function scenarioOf(id: string): Scenario {
  const found = catalogue.find(scenario => scenario.id === id);
  if (!found) throw new Error(`no scenario of the catalogue has the id "${id}"`);
  return found;
}

/** The verdicts on the reference client. */
export async function judgeReference(id: string): Promise<Verdict[]> {
  const scenario = scenarioOf(id);
  const played = await playScenario(scenario);
  return verdictsOn(scenario, played, leaksIn(played, scenario));
}

/** The verdicts on a broken client. */
export async function judgeBroken({ scenario: id, breakIt }: BrokenClient): Promise<Verdict[]> {
  const scenario = scenarioOf(id);
  const { client, report = same => same } = breakIt;
  const played = await playScenario(scenario, { client });
  const told = { ...played, report: report(played.report) };
  return verdictsOn(scenario, told, leaksIn(played, scenario));
}

/** The rules that a client has broken, or is warned of. */
export const caughtBy = (verdicts: readonly Verdict[]): RuleId[] =>
  verdicts.flatMap(({ rule, verdict }) => (verdict === 'pass' || verdict === 'not-observed' ? [] : [rule]));

/** What of a task, or of what keeps others out, stands in the output. */
function leaksIn({ output, facts }: Played, { task }: Scenario): Leak[] {
  const tokens = facts.flatMap(({ answer }) => [answer.token ?? [], answer.reToken ?? []].flat());
  const books = task.steps.flatMap(step => (step.do === 'book' ? [step] : []));
  const cards = books.flatMap(({ payment }) => (payment ? [payment.CreditCard] : []));
  const people = books.flatMap(({ guests }) => guests);
  const secrets: [Leak['what'], (string | undefined)[]][] = [
    ['card-number', cards.map(card => card.CardNumber)],
    ['document', people.flatMap(({ Cpf, DocumentNumber }) => [Cpf, DocumentNumber])],
    ['e-mail', people.map(({ Email }) => Email)],
    ['token', tokens],
  ];
  const found = secrets.flatMap(([what, values]) =>
    values.filter(value => value !== undefined).map(value => ({ what, value })),
  );
  return output.flatMap((line, index) =>
    found.flatMap(({ what, value }) => (line.includes(value) ? [{ what, where: `line ${index + 1}` }] : [])),
  );
}
