import { type OperationId, operations } from '#contracts';
import { moveExample, statementsOf } from '#contracts/openapi';
import type { Book } from './book.ts';
import { type EndpointLine, endpointLine, type ProblemLine, problemsOf } from './endpoints.ts';
import { answerFieldsOf, type Field, type Parameter, parametersOf } from './fields.ts';
import { type SampleView, sampleScript } from './sample.ts';

/** Everything about one endpoint. */
export interface EndpointDetail extends EndpointLine {
  /** The whole address; parameters in braces. */
  readonly url: string;
  readonly parameters: readonly Parameter[];
  /** A shell script that calls it. */
  readonly sample: string;
  /** The shell variables that have to be set for it, as nobody but their owner may see what stands in them. */
  readonly sampleNeeds: readonly string[];
  readonly answer: { readonly fields: readonly Field[]; readonly example: unknown };
  readonly problems: readonly ProblemLine[];
  /** What the clauses and reasons behind it, its parameters and its fields say, by their id. */
  readonly statements: Readonly<Record<string, string>>;
}

/**
 * Explains one endpoint of the registry, as a visitor would call it (tool.get-endpoint).
 *
 * @example getEndpoint('hotel.search', await openBook(), view).sample // "curl -s 'http://…"
 */
export function getEndpoint(id: OperationId, { examples, story }: Book, view: SampleView): EndpointDetail {
  const { dialect, baseUrl, now } = view;
  const operation = operations[id];
  const parameters = parametersOf(operation, dialect);
  const fields = answerFieldsOf(operation, dialect);
  const line = endpointLine(operation, dialect);
  const example = moveExample(examples[id]?.answer ?? null, now);
  const { script, needs } = sampleScript(id, story, view);
  return {
    ...line,
    url: baseUrl + line.path,
    parameters,
    sample: script,
    sampleNeeds: needs,
    answer: { fields, example: dialect.toDialect(id, 'answer', example) },
    problems: problemsOf(operation),
    statements: statementsOf([operation, ...parameters, ...fields].map(({ provenance }) => provenance)),
  };
}
