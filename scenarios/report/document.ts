import type { Paint, Style } from './text.ts';

/** What a report says about one rule, one failure or one field. */
export interface Finding {
  /** Whether the finding fails the command. A note is no annotation. */
  readonly level: 'error' | 'warning' | 'note';
  readonly title: string;
  readonly rule?: string;
  /** The most important lines, for an annotation. The default is the lines of the text. */
  readonly short?: readonly string[];
  /** The cells of a row in a table, or the text of an entry in a list. */
  readonly cells: readonly string[];
  /** The finding with its proof. Two findings can share a proof, and then the second one has no lines. */
  lines(paint: Paint): readonly string[];
}

export interface Section {
  readonly heading?: readonly [style: Style, text: string] | undefined;
  readonly findings: readonly Finding[];
  readonly columns?: readonly string[];
  /** Whether each finding has an empty line before it. */
  readonly isLoose?: boolean;
  /** The title above the proofs. Without it, a format with little space leaves out the proofs. */
  readonly proofs?: string;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether only formats that can fold a table show it. */
  readonly isFolded?: boolean;
}

/** A test case, for formats that continuous integration systems read. */
export interface Case {
  readonly name: string;
  readonly result: 'ok' | 'failure' | 'error' | 'skipped';
  /** The kind of a failure or error, such as `broken`. */
  readonly type?: string;
  /** What happened, or why the case was skipped, in one line. */
  readonly message?: string;
  readonly lines?: readonly string[];
  readonly properties?: Readonly<Record<string, string>>;
  readonly tookMs?: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

export interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
  readonly timestamp?: string;
  /** The duration. Only one suite of a document has it, because viewers add the durations. */
  readonly tookMs?: number;
  /** What the suite has to say about all of its cases. */
  readonly comments?: readonly string[];
}

/** What a format writes. Each command that reports makes one document. */
export interface ReportDocument {
  /** The report for programs. A schema of the package describes it. */
  readonly data: object;
  page(): object;
  readonly parts: readonly (Section | Table)[];
  readonly suites: readonly Suite[];
  /** The test cases for a format without suites; absent if these are the cases of all suites. */
  readonly points?: readonly Case[];
  /** The sums. The first line says the most. */
  readonly summary: readonly string[];
}

/** `paint` adds colours for a terminal; most formats use none. */
export type Format = (document: ReportDocument, paint: Paint) => string | Promise<string>;

export const note = (line: string): Finding => ({
  level: 'note',
  title: line,
  cells: [line],
  lines: () => [line],
});

export interface Mark {
  readonly text: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'none';
}

/** A table on a page. A reader sees the quiet rows on demand. */
export interface PageTable {
  readonly title: string;
  readonly hint?: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly cells: readonly (string | Mark)[]; readonly isQuiet?: boolean }[];
}

/** The data of a page that is not about plays: a comparison of reports, or of a supplier with the contract. */
export interface DocumentPage {
  readonly kind: 'document';
  readonly headline: Mark;
  /** What the report is about. It completes "report of". */
  readonly what: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly notes: readonly Mark[];
  readonly tables: readonly PageTable[];
}

export const isTable = (part: Section | Table): part is Table => 'rows' in part;
