import { provenanceText } from '#contracts';
import type { EndpointList, Parameter, ReleaseNote } from '#contracts/tools';
import type { EndpointDetail } from './get-endpoint.ts';

// What the tools tell, as Markdown: for models and people alike.

export const lines = (...parts: readonly (string | readonly string[])[]): string => parts.flat().join('\n');
const fence = (kind: string, text: string): string => `\`\`\`${kind}\n${text}\n\`\`\``;

/** A list of endpoints by group. */
export function endpointListText({ groups, endpoints }: EndpointList): string {
  if (endpoints.length === 0)
    return 'No endpoint fits. Leave out product or search, or try a part of a path such as "booking".';
  const sections = groups.map(({ name, description }) => {
    const inside = endpoints.filter(({ group }) => group === name);
    return lines(
      `## ${name}`,
      description,
      '',
      inside.map(
        ({ id, method, path, summary, provenance }) =>
          `- ${id}: ${method} ${path} (${provenanceText(provenance)}). ${summary}`,
      ),
    );
  });
  return [...sections, 'get_endpoint explains one of them.'].join('\n\n');
}

/** One endpoint, as get_endpoint and `understudy endpoints <id>` show it. */
export function endpointText(detail: EndpointDetail): string {
  const { id, method, url, summary, provenance, parameters, sample, sampleNeeds, answer, problems } = detail;
  return lines(
    `# ${id}`,
    `${method} ${url}`,
    '',
    summary,
    `${capital(provenanceText(provenance))}: ${provenance.statement}`,
    '',
    '## Parameters',
    parameters.map(parameterLine),
    '',
    '## Try it',
    howToTry(sampleNeeds),
    fence('sh', sample),
    '',
    '## Answer',
    `${capital(provenanceText(answer.provenance))}: ${answer.provenance.statement}`,
    fence('json', JSON.stringify(answer.example, null, 2)),
    '',
    '## Errors',
    problems.map(
      ({ status, code, when, retryable }) =>
        `- ${status} ${code}: ${when}${retryable ? ' Worth repeating later.' : ''}`,
    ),
  );
}

function howToTry(needs: readonly string[]): string {
  if (needs.length === 0) return 'Paste this into a shell:';
  return `The credential of this server is not shown here. Set ${needs.join(', ')} to what it was started with, then paste this into a shell:`;
}

function parameterLine({ name, where, type, required, oneOf, provenance }: Parameter): string {
  const need = oneOf ? `one of ${oneOf.join(', ')}` : required ? 'required' : 'optional';
  return `- ${name} (${where}, ${type}, ${need}): ${provenanceText(provenance)}. ${provenance.statement}`;
}

/** Release notes, one line each. */
export function notesText(notes: readonly ReleaseNote[]): string {
  if (notes.length === 0) return 'No release note fits. Leave out service, or give an earlier day as since.';
  return lines(
    notes.map(
      ({ date, version, service, change, note, operations = [] }) =>
        `- ${date} ${version} ${service}, ${change}: ${note}${operations.length > 0 ? ` (${operations.join(', ')})` : ''}`,
    ),
  );
}

/** A sentence with a capital at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** For readers of a server that speaks a profile; nothing where it speaks the contract's own words. */
export function namesNote(dialectName: string | null): string[] {
  if (dialectName === null) return [];
  return [
    `Sentences use the contract's names (Token, BookingId, Search …). This server speaks the profile ${JSON.stringify(dialectName)}: addresses, parameters, fields of answers and samples have its names.`,
    '',
  ];
}
