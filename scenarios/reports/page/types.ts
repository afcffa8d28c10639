import type { Story } from '../../story/index.ts';
import type { ExploredReport, ScenarioReport, ScenarioState } from '../schema.ts';

/** A rule or an invariant, with what a page needs to explain it. */
export interface PageRule {
  readonly id: string;
  readonly kind: 'rule' | 'invariant';
  readonly level: 'must' | 'should';
  readonly title: string;
  readonly right?: string;
  readonly wrong?: string;
  readonly clauses: readonly string[];
  /** True for a rule about the end of a task. Another rule often names the call that led to this end. */
  readonly isEnd?: true;
}

/** The verdict on a rule that has something to say: findings, a reason, or that the scenario is about the rule. */
export interface PageVerdict {
  readonly rule: string;
  readonly weight: 'fail' | 'warn' | 'known';
  readonly findings: readonly {
    readonly exchanges: readonly number[];
    readonly message: string;
    readonly expected: string;
    readonly warn?: true | undefined;
  }[];
  readonly more?: number;
}

/** One play of a scenario, or one judged source of traffic. */
export interface PagePlay
  extends Partial<
    Pick<
      ScenarioReport,
      | 'title'
      | 'products'
      | 'tags'
      | 'reason'
      | 'seed'
      | 'clock'
      | 'allowed'
      | 'outcome'
      | 'trouble'
      | 'tookMs'
      | 'virtualMs'
      | 'repeat'
      | 'output'
    >
  > {
  /** The name of the play, which no other play of the page has. */
  readonly name: string;
  readonly state: ScenarioState;
  readonly calls: number;
  /** One letter for each rule of the page, in the same order; see `cellLetters`. */
  readonly cells: string;
  readonly verdicts: readonly PageVerdict[];
  /** Why a rule was not observed or is inconclusive: the places of the rule and of the text in the lists of the page. */
  readonly reasons: readonly (readonly [rule: number, text: number])[];
  readonly exchanges: ScenarioReport['exchanges'];
  readonly story?: Story | undefined;
}

/** The plays of one report, with its rules and the facts about it. */
export interface PlaysPage {
  readonly kind: 'run' | 'judged';
  readonly exitCode: number;
  /** The facts of the first screen: the command, the clock, durations, the seed. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** What the whole report has to say, such as stale lines of the baseline. */
  readonly notes: readonly { readonly title: string; readonly lines: readonly string[] }[];
  readonly rules: readonly PageRule[];
  readonly clauses: Readonly<Record<string, string>>;
  readonly texts: readonly string[];
  readonly plays: readonly PagePlay[];
}

/** What differs between two reports: a rule that a scenario breaks in only one of them, or in both. */
export interface MergedFinding {
  readonly play: string;
  readonly rule: string;
  /** For each report: broken, a warning, kept, or unknown. */
  readonly results: readonly ('broken' | 'warned' | 'kept' | 'unknown')[];
  readonly change: 'new' | 'fixed' | 'still' | 'unknown';
  readonly message: string;
}

/** Several reports side by side. */
export interface MergePage {
  readonly kind: 'merge';
  readonly reports: readonly {
    readonly name: string;
    readonly facts: PlaysPage['facts'];
  }[];
  readonly plays: readonly {
    readonly name: string;
    readonly title: string;
    readonly states: readonly (ScenarioState | undefined)[];
  }[];
  readonly rules: readonly PageRule[];
  readonly clauses: Readonly<Record<string, string>>;
  readonly findings: readonly MergedFinding[];
}

/** The report of an exploration. */
export interface ExplorationPage {
  readonly kind: 'exploration';
  readonly report: ExploredReport;
  readonly summary: string;
  readonly rules: readonly PageRule[];
  readonly clauses: Readonly<Record<string, string>>;
}

/** The data of a page with a report. */
export type PageData = PlaysPage | MergePage | ExplorationPage;

/** The letter of each verdict in the cells of a play. A space means that the rule was not judged. */
export const cellLetters = {
  pass: 'p',
  fail: 'f',
  known: 'k',
  warn: 'w',
  inconclusive: 'i',
  'not-observed': 'n',
  'harness-error': 'h',
} as const;
