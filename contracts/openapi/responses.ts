import { type AnyOperation, commonProblems } from '../operation.ts';
import { type ProblemCode, problems } from '../problems.ts';
import { byAssumption, bySpecification, type Provenance } from '../provenance.ts';
import { errorBody } from '../shapes/index.ts';

// A request without a body has neither a Credential nor a size.
const bodyProblems: readonly ProblemCode[] = ['InvalidCredential', 'PayloadTooLarge'];

const header = (provenance: Provenance, description: string, schema: object) => ({
  description,
  required: true,
  schema,
  'x-provenance': provenance,
});

const responseHeaders: Readonly<Record<number, object>> = {
  405: {
    Allow: header(byAssumption('method'), 'The methods that the path has.', { type: 'string' }),
  },
  429: {
    'Retry-After': header(bySpecification('err.429'), 'Seconds to wait before the next request.', {
      type: 'integer',
      minimum: 0,
    }),
  },
};

/** Every answer of an operation: 200, and one per HTTP status that its problems can have. */
export function responsesOf(operation: AnyOperation) {
  const codes = codesByStatus(operation);
  const refusals = [...codes].filter(([status]) => status !== 200).sort(([a], [b]) => a - b);
  return {
    200: success(operation, codes.get(200) ?? []),
    ...Object.fromEntries(refusals.map(([status, list]) => [status, refusal(status, list)])),
  };
}

function codesByStatus(operation: AnyOperation): Map<number, ProblemCode[]> {
  return Map.groupBy(problemCodes(operation), code => problems[code].status);
}

/** The codes of every error that an operation can answer. */
export function problemCodes({ method, problems: own }: AnyOperation): ProblemCode[] {
  const common =
    method === 'GET' ? commonProblems.filter(code => !bodyProblems.includes(code)) : commonProblems;
  return [...new Set([...common, ...own])];
}

function success(operation: AnyOperation, codes: readonly ProblemCode[]) {
  const intro =
    operation.method === 'GET' ? 'The record.' : 'The answer. A business error stands in `Errors`.';
  return {
    description: [intro, ...codes.map(describe)].join('\n'),
    content: { 'application/json': { schema: operation.answer } },
    'x-provenance': operation.answerProvenance,
  };
}

function refusal(status: number, codes: readonly ProblemCode[]) {
  const headers = responseHeaders[status];
  return {
    description: codes.map(describe).join('\n'),
    ...(headers && { headers }),
    content: { 'application/json': { schema: errorBody, examples: errorExamples(codes) } },
    'x-provenance': byAssumption('error'),
  };
}

/** One answer for each code, as its body looks; real messages name the field and the value too. */
function errorExamples(codes: readonly ProblemCode[]) {
  const example = (code: ProblemCode) => ({
    value: { Errors: [{ Code: code, Message: problems[code].when }] },
  });
  return Object.fromEntries(codes.map(code => [code, example(code)]));
}

function describe(code: ProblemCode): string {
  const { when, retryable } = problems[code];
  return `- \`${code}\`: ${when}${retryable ? ' Worth repeating later.' : ''}`;
}
