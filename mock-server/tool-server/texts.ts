import { provenanceText } from '#contracts';
import type { EndpointList, Fact, Parameter, Reference, ReleaseNote, StatusEntry } from '#contracts/tools';
import type { EndpointDetail } from './get-endpoint.ts';

// What the tools tell, as Markdown: for models and people alike.

const lines = (...parts: readonly (string | readonly string[])[]): string => parts.flat().join('\n');
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

/** The reference, topic by topic. */
export function referenceText({ booking_statuses, retoken, date_conventions }: Reference): string {
  const parts = [
    booking_statuses &&
      lines(
        '# Booking statuses',
        booking_statuses.note,
        '',
        booking_statuses.statuses.map(statusLine),
        '',
        factLines(booking_statuses.facts),
      ),
    retoken &&
      lines(
        '# Token and ReToken',
        `A Token lives ${retoken.tokenLife}, a ReToken ${retoken.reTokenLife}.`,
        '',
        factLines(retoken.facts),
      ),
    date_conventions && lines('# Dates and times', factLines(date_conventions.facts)),
  ];
  return parts.filter(part => part !== undefined).join('\n\n');
}

function statusLine({
  bookingStatus,
  isAssumedWord,
  label,
  polling,
  isFinal,
  canBecome,
  provenance,
}: StatusEntry) {
  const word = isAssumedWord ? `${bookingStatus} (assumed word)` : bookingStatus;
  const next = isFinal ? 'final' : `can become ${canBecome.join(', ')}`;
  const poll = polling ? `; ask GetBookingDetail every ${polling.every}, up to ${polling.upTo}` : '';
  return `- ${word}, label ${label}: ${next}${poll}. ${capital(provenanceText(provenance))}: ${provenance.statement}`;
}

const factLines = (facts: readonly Fact[]): string[] =>
  facts.map(({ clause, statement }) => `- ${clause}: ${statement}`);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
