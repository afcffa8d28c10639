import { originOf } from '#contracts/openapi';
import { provenanceText } from '#contracts/provenance';
import type { ReleaseNote } from './changelog.ts';
import type { EndpointList } from './endpoints.ts';
import type { Field, Parameter } from './fields.ts';
import type { EndpointDetail } from './get-endpoint.ts';
import type { Fact, NextStatus, Reference, StatusEntry } from './reference.ts';

// What the tools tell, as Markdown: for models and people alike.

const lines = (...parts: readonly (string | readonly string[])[]): string => parts.flat().join('\n');
const fence = (kind: string, text: string): string => `\`\`\`${kind}\n${text}\n\`\`\``;

/** A list of endpoints by group. */
export function endpointListText({ groups, endpoints, shared = [] }: EndpointList): string {
  const left = shared.length > 0 ? [`Left out, as they serve every product: ${shared.join(', ')}.`] : [];
  if (endpoints.length === 0) {
    const hint = 'No endpoint fits. Leave out product or search, or try a part of a path such as "booking".';
    return [hint, ...left].join('\n\n');
  }
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
  return [...sections, ...left, 'get_endpoint explains one of them.'].join('\n\n');
}

/** One endpoint, as get_endpoint and `understudy endpoints <id>` show it. */
export function endpointText(detail: EndpointDetail, dialectName: string | null): string {
  const {
    id,
    method,
    url,
    summary,
    provenance,
    parameters,
    sample,
    sampleNeeds,
    answer,
    problems,
    statements,
  } = detail;
  return lines(
    `# ${id}`,
    `${method} ${url}`,
    '',
    namesNote(dialectName),
    summary,
    `Method and path: ${originOf(provenance)}`,
    '',
    '## Parameters',
    parameters.map(parameterLine),
    '',
    '## Try it',
    howToTry(sampleNeeds),
    fence('sh', sample),
    '',
    '## Answer',
    answer.fields.map(fieldLine),
    '',
    'For example:',
    fence('json', JSON.stringify(answer.example, null, 2)),
    '',
    '## Errors',
    problems.map(
      ({ status, code, when, retryable }) =>
        `- ${status} ${code}: ${when}${retryable ? ' Worth repeating later.' : ''}`,
    ),
    '',
    '## Where it stands',
    'Behind method and path, each parameter and each field stands the clause of the specification that names it, or why it is assumed:',
    legend(statements),
  );
}

function howToTry(needs: readonly string[]): string {
  if (needs.length === 0) return 'Paste this into a shell:';
  return `The credential of this server is not shown here. Set ${needs.join(', ')} to what it was started with, then paste this into a shell:`;
}

function parameterLine({ where, ...field }: Parameter): string {
  return factsLine(field, [where, field.type]);
}

const fieldLine = (field: Field): string => factsLine(field, [field.type]);

function factsLine(field: Field, facts: readonly string[]): string {
  const { name, required, requiredByAssumption, oneOf, provenance } = field;
  const must = requiredByAssumption ? 'required, by assumption' : 'required';
  const need = oneOf ? `one of ${oneOf.join(', ')}` : required ? must : 'optional';
  return `- ${name} (${[...facts, need].join('; ')}): ${originOf(provenance)}`;
}

/** What the ids behind fields say, one line each. */
const legend = (statements: Readonly<Record<string, string>>): string[] =>
  Object.entries(statements).map(([id, statement]) => `- ${id}: ${statement}`);

/** Release notes, one line each. */
export function notesText(notes: readonly ReleaseNote[]): string {
  if (notes.length === 0) return 'No release note fits. Leave out service, or give an earlier day as since.';
  return lines(
    notes.map(
      ({ date, apiVersion, packageVersion, service, change, note, operations = [] }) =>
        `- ${date} ${service}, API ${apiVersion} (package ${packageVersion}), ${change}: ${note}${operations.length > 0 ? ` (${operations.join(', ')})` : ''}`,
    ),
  );
}

/** For readers of a server that speaks a profile; nothing where it speaks the contract's own words. */
function namesNote(dialectName: string | null): string[] {
  if (dialectName === null) return [];
  return [
    `Sentences use the contract's names (Token, BookingId, Search …). This server speaks the profile ${JSON.stringify(dialectName)}: addresses, parameters, fields of answers and samples have its names.`,
    '',
  ];
}

/** The reference, topic by topic, as Markdown. */
export function referenceText(reference: Reference, dialectName: string | null): string {
  const { booking_statuses, retoken, date_conventions } = reference;
  const parts = [
    booking_statuses && statusesText(booking_statuses),
    retoken &&
      lines(
        '# Token and ReToken',
        `A Token lives ${retoken.tokenLife}, a ReToken ${retoken.reTokenLife}.`,
        '',
        retoken.facts.map(factLine),
      ),
    date_conventions && lines('# Dates and times', date_conventions.facts.map(factLine)),
  ].filter(part => part !== undefined);
  return lines(namesNote(dialectName), parts.join('\n\n'));
}

function statusesText(told: Required<Reference>['booking_statuses']): string {
  const { note, statuses, facts, assumptions, flow } = told;
  return lines(
    '# Booking statuses',
    note,
    '',
    statuses.map(statusLine),
    '',
    'What these ids say:',
    facts.map(factLine),
    legend(assumptions),
    '',
    '# Booking flow',
    flow.map(factLine),
  );
}

function statusLine(entry: StatusEntry): string {
  const { bookingStatus, isAssumedWord, label, polling, final, canBecome, provenance } = entry;
  const word = isAssumedWord ? `${bookingStatus} (assumed word)` : bookingStatus;
  const next = final ? `final (${originOf(final)})` : `can become ${nextWords(canBecome)}`;
  const poll = polling
    ? `; ask GetBookingDetail every ${polling.every}, up to ${polling.upTo} (${originOf(polling.provenance)})`
    : '';
  return `- ${word}, label ${label} (${provenanceText(provenance)}): ${next}${poll}.`;
}

/** Where a status can go, in words of the wire: first what the specification names, then what is assumed. */
function nextWords(statuses: readonly NextStatus[]): string {
  const groups = Map.groupBy(statuses, ({ provenance }) => originOf(provenance));
  const written = [...groups].map(([from, group]) => {
    const words = group.map(({ bookingStatus, label }) => `${bookingStatus}/${label}`);
    return `${words.join(', ')} (${from})`;
  });
  return written.sort((a, b) => Number(a.includes('(assumed')) - Number(b.includes('(assumed'))).join('; ');
}

const factLine = ({ clause, statement }: Fact): string => `- ${clause}: ${statement}`;
