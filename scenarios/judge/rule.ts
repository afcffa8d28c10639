import type { ClauseId } from '#contracts/clauses';
import type { Finding } from '#contracts/control';
import type { Stamp } from '#contracts/exchange';
import {
  type Inconclusive,
  isOfOneClient,
  type JudgeContext,
  type Run,
  type ShownToUser,
} from './context.ts';
import type { RunEnd } from './run-end.ts';
import { formatTime } from './time.ts';
import type { Call } from './traffic/index.ts';

/** A client that breaks a `must` rule fails; for a `should` rule it gets a warning. */
export type RuleLevel = 'must' | 'should';

/** Reports show this sentence without an explanation. */
export type CorrectBehaviour = `A correct client ${string}.`;

interface RuleHead {
  /** `must` by default. */
  readonly level?: RuleLevel;
  /** The clauses of the specification that the rule checks. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly title: CorrectBehaviour;
}

interface RuleFacts extends RuleHead {
  /** A client that keeps the rule, as a sentence. */
  readonly right: string;
  /** A client that breaks the rule, as a sentence. */
  readonly wrong: string;
  /** How the judge decides, in full sentences. */
  readonly explanation: string;
  /** What a correct client does, for the findings that do not say it. */
  readonly expected?: CorrectBehaviour;
  /** The fields of `shownToUser` that the rule judges. If a client reports none of them, the verdict is `not-observed`. */
  readonly needsShown?: readonly (keyof ShownToUser)[];
  /** Whether the rule measures the time between calls. With a clock that jumps at polls, the verdict is `inconclusive`. */
  readonly timed?: true;
  /** Whether a missing early exchange can cause a finding. If the journal dropped exchanges, a finding is `inconclusive`. */
  readonly looksBack?: true;
  /** Whether findings depend only on the requests of the client, and so are valid for any clock. */
  readonly standsAlone?: true;
  /** Whether the rule judges requests alone: an answer that the recorder did not keep cannot change its verdict. If it is not timed, it also has `standsAlone`. */
  readonly readsNoAnswers?: true;
  /** Whether a finding says that no look-up shows something. A look-up whose answer was not kept shows nothing. */
  readonly readsLookUps?: true;
  /** Whether several programs or tests can break the rule together. Without a task or one client, a finding is then a warning. */
  readonly needsOneClient?: true;
}

interface WholeJudge {
  readonly judge: (run: Run) => Assessment<Found> | Ruling;
}

interface CaseJudge<Case> {
  /** Such as every DoBooking. */
  readonly cases: (run: Run) => Iterable<Case>;
  /** The reason in reports if there is no case. */
  readonly nothing: string;
  readonly judgeCase: (one: Case, run: Run) => Ruling;
}

/** A rule: a description of correct client behaviour, and a pure function that finds violations in traffic. */
export type RuleRow<Id extends string = string> = RuleFacts & {
  /** In kebab case. It must never change, because baselines and scenarios of users contain it. */
  readonly id: Id;
  readonly level: RuleLevel;
  readonly reads?: never;
  /** Pure: equal arguments always give equal assessments. */
  readonly judge: (run: Run) => Assessment;
};

interface BooksFacts extends RuleHead {
  /** Pure. */
  readonly judgeEnd: (end: RunEnd) => readonly Found[] | { readonly notApplicable: string };
}

/** A rule about the end of a run. It uses no expectation of a scenario, so it judges runs with any faults. Reports call it an invariant. */
export type BooksRule<Id extends string = string> = BooksFacts & {
  readonly id: Id;
  readonly level: RuleLevel;
  readonly reads: 'books';
};

export const defineBooksRule = <const Id extends string>(id: Id, rule: BooksFacts): BooksRule<Id> => ({
  id,
  ...rule,
  level: rule.level ?? 'must',
  reads: 'books',
});

/** A rule judges cases one by one (`judgeCase`), or all traffic at once (`judge`). */
export function defineRule<const Id extends string, Case>(
  id: Id,
  rule: RuleFacts & (WholeJudge | CaseJudge<Case>),
): RuleRow<Id> {
  const judge: WholeJudge['judge'] =
    'judge' in rule
      ? rule.judge
      : run => assessEach(rule.cases(run), one => rule.judgeCase(one, run), rule.nothing);
  return { id, ...rule, level: rule.level ?? 'must', judge: run => complete(judge(run), rule, run) };
}

function complete(
  given: Assessment<Found> | Ruling,
  { title, expected: usual = title, needsOneClient }: RuleFacts,
  context: JudgeContext,
): Assessment {
  const assessment =
    typeof given === 'object' && 'isObserved' in given ? given : assessEach([given], one => one, '');
  const isMild = needsOneClient && !isOfOneClient(context);
  const findings = assessment.findings.map(({ exchanges, message, expected = usual, ...more }) => ({
    exchanges,
    message,
    expected,
    ...(isMild && { warn: true as const }),
    ...more,
  }));
  return { ...assessment, findings };
}

/** If it does not say what a correct client does, the rule says it. */
export type Found = Omit<Finding, 'expected'> & { readonly expected?: CorrectBehaviour };

export interface Assessment<Result = Finding> {
  readonly findings: readonly Result[];
  /** Whether the traffic contains a case that the rule could judge. */
  readonly isObserved: boolean;
  /** Why there is no case, or why the result is inconclusive. */
  readonly reason?: string;
  /** There is a case, but it does not show whether the client kept the rule. */
  readonly isInconclusive?: true;
  /** The context lacks information that no exchange can provide. */
  readonly isInputMissing?: true;
}

/** Undefined if the client kept the rule. */
export type Ruling = undefined | Found | readonly Found[] | 'not applicable' | Inconclusive;

export function assessEach<Case>(
  cases: Iterable<Case>,
  judge: (one: Case) => Ruling,
  nothing: string,
): Assessment<Found> {
  const findings: Found[] = [];
  let isObserved = false;
  let inconclusive: string | undefined;
  for (const one of cases) {
    const ruling = judge(one);
    if (ruling === 'not applicable') continue;
    if (ruling !== undefined && 'inconclusive' in ruling) {
      inconclusive ??= ruling.inconclusive;
      continue;
    }
    isObserved = true;
    if (ruling === undefined) continue;
    if ('message' in ruling) findings.push(ruling);
    else findings.push(...ruling);
  }
  if (isObserved) return { findings, isObserved };
  if (inconclusive !== undefined) return { findings, isObserved, reason: inconclusive, isInconclusive: true };
  return { findings, isObserved, reason: nothing };
}

export const nothingToJudge = (reason: string): Assessment<never> => ({
  findings: [],
  isObserved: false,
  reason,
});

export const missingInput = (reason: string): Assessment<never> => ({
  ...nothingToJudge(reason),
  isInputMissing: true,
});

type MessagePart = string | number | null | undefined | Call | Pick<Stamp, 'at'>;

interface FindingOptions {
  readonly expected?: CorrectBehaviour;
  readonly warn?: boolean | undefined;
  /** Calls that prove the finding, but that the message does not name. */
  readonly also?: readonly (Call | undefined)[];
}

/**
 * Each call in the message is written as its exchange, which proves the finding. All times are written in one form.
 *
 * @example finding`The client paid at ${pay.opened} (${pay}).` // The client paid at 10:00:00 (exchange 7).
 */
export const finding = (texts: TemplateStringsArray, ...parts: readonly MessagePart[]): Found =>
  findingWith({})(texts, ...parts);

export const findingWith =
  ({ expected, warn, also = [] }: FindingOptions) =>
  (texts: TemplateStringsArray, ...parts: readonly MessagePart[]): Found => {
    const times = formatTime(...parts.flatMap(one => (isTime(one) ? one.at : [])));
    const words = parts.map(one =>
      isCall(one) ? `exchange ${one.number}` : isTime(one) ? times.shift() : one,
    );
    const proof = [...parts.filter(isCall), ...also].flatMap(call => call?.number ?? []);
    return {
      exchanges: [...new Set(proof)].sort((a, b) => a - b),
      message: String.raw({ raw: texts }, ...words),
      ...(expected && { expected }),
      ...(warn && { warn }),
    };
  };

const isCall = (one: MessagePart): one is Call => typeof one === 'object' && one !== null && 'facts' in one;
const isTime = (one: MessagePart): one is Pick<Stamp, 'at'> =>
  typeof one === 'object' && one !== null && 'at' in one;

export const asWarning = (found: Found): Found => ({ ...found, warn: true });
