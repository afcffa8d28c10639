import { type AnyOperation, type OperationId, operations, problems, type Registry } from '#contracts';
import { moveExample, originOf, problemCodes, showProvenance, statementsOf } from '#contracts/openapi';
import type { Book } from './book.ts';
import { answerFieldsOf, type Field, parametersOf } from './fields.ts';
import { endpointLine } from './list-endpoints.ts';
import { lines, namesNote, statementLines, type ToolPage } from './page.ts';
import { type SampleView, sampleScript } from './sample.ts';

export type EndpointDetail = ReturnType<typeof describe>;

/** Explains one endpoint, with its address for this caller (tool.get-endpoint). */
export function getEndpoint(id: OperationId, book: Book, view: SampleView): ToolPage {
  const data = describe(id, book, view);
  return { text: textOf(data, view.dialect.name), data };
}

function describe(id: OperationId, { examples, story }: Book, view: SampleView) {
  const { dialect, baseUrl, now } = view;
  const operation = operations[id];
  const parameters = parametersOf(operation, dialect);
  const fields = answerFieldsOf(operation, dialect);
  const line = endpointLine(operation, dialect);
  const example = moveExample(examples[id]?.answer ?? null, now);
  const { script, needs } = sampleScript(id, story, view);
  return {
    ...line,
    /** Parameters of the path are in braces. */
    url: baseUrl + line.path,
    parameters,
    sample: script,
    /** The shell variables that the reader must set, because their values are not shown. */
    sampleNeeds: needs,
    answer: { fields, example: dialect.toDialect(id, 'answer', example) },
    problems: problemsOf(operation),
    /** The texts of the clauses, observations and assumptions behind the facts on this page, by id. */
    statements: statementsOf([operation, ...parameters, ...fields].map(({ provenance }) => provenance)),
  };
}

/** Status 200 means an entry of Errors[] in a successful answer. */
function problemsOf(operation: AnyOperation) {
  const rows = problemCodes(operation).map(code => {
    const { status, when, retryable, provenance } = problems[code];
    return { code, status, when, retryable, provenance: showProvenance(provenance) };
  });
  return rows.sort((a, b) => a.status - b.status);
}

function textOf(detail: EndpointDetail, dialectName: string | null): string {
  const { id, method, url, otherPaths = [], summary, provenance, parameters, sample, sampleNeeds } = detail;
  return lines(
    `# ${id}`,
    `${method} ${url}`,
    otherPaths.map(path => `Also read at ${method} ${path}${observedText(id, path)}.`),
    '',
    namesNote(dialectName),
    summary,
    `Method and path: ${originOf(provenance)}`,
    '',
    '## Parameters',
    parameters.map(parameter => fieldLine(parameter, `${parameter.where}; ${parameter.type}`)),
    '',
    '## Try it',
    howToTry(sampleNeeds),
    fence('sh', sample),
    '',
    '## Answer',
    detail.answer.fields.map(field => fieldLine(field, field.type)),
    '',
    'For example:',
    fence('json', JSON.stringify(detail.answer.example, null, 2)),
    '',
    '## Errors',
    detail.problems.map(
      ({ status, code, when, retryable }) =>
        `- ${status} ${code}: ${when}${retryable ? ' You can retry later.' : ''}`,
    ),
    '',
    '## Sources',
    'The method and path, each parameter and each field name their source: a clause of the specification, an observation in public clients, or an assumption. The list explains each source:',
    statementLines(detail.statements),
  );
}

const fence = (kind: string, text: string): string => `\`\`\`${kind}\n${text}\n\`\`\``;

function howToTry(needs: readonly string[]): string {
  if (needs.length === 0) return 'Paste this script into a shell:';
  return `The credential of this server is not shown here. Set ${needs.join(', ')} to the values that the server was started with, then paste this script into a shell:`;
}

function fieldLine(field: Field, form: string): string {
  const { name, required, requiredByAssumption, oneOf, provenance } = field;
  const must = requiredByAssumption ? 'required, by assumption' : 'required';
  const need = oneOf ? `one of ${oneOf.join(', ')}` : required ? must : 'optional';
  return `- ${name} (${form}; ${need}): ${originOf(provenance)}${aliasText(field)}`;
}

/** Empty for a path of a profile. */
function observedText(id: string, path: string): string {
  const registry: Registry = operations;
  return registry[id]?.otherPaths?.includes(path) ? ' (observed in public clients)' : '';
}

function aliasText({ alsoNamed = [], alsoValues = {} }: Field): string {
  const words = Object.entries(alsoValues).map(([other, word]) => `${other} as ${word}`);
  const names = alsoNamed.length > 0 ? [`also read as ${alsoNamed.join(', ')}`] : [];
  const read = [...names, ...(words.length > 0 ? [`also reads ${words.join(', ')}`] : [])];
  return read.length > 0 ? `; ${read.join('; ')} (observed in public clients)` : '';
}
