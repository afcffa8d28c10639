import { durationInWords, isFinal, limits, pollingPlans, type ServiceStatus, statuses } from '#contracts';
import { kindOfStatusWord, moveProvenance, statusNames } from '#contracts/booking-status';
import { type ClauseId, clauses, sectionOf } from '#contracts/clauses';
import { originOf, statementsOf } from '#contracts/openapi';
import { provenanceText } from '#contracts/provenance';
import type { ToolArguments } from '#contracts/tools';
import { keysOf } from '#contracts/util';
import { lines, namesNote, statementLines, type ToolPage } from './page.ts';

const mappingNote =
  'The specification lists the words (bookingStatus) and the labels (Status), but not which label belongs to which word. That mapping is assumed. A booking that began as OnRequest shows PENDING from its first poll on (assumed).';

const statusEntries = statusNames.map(statusEntry);

const contents = {
  booking_statuses: {
    note: mappingNote,
    statuses: statusEntries,
    assumptions: assumptionsOf(statusEntries),
    facts: [...section('status', 'poll', 'trans'), ...facts('limit.on-request')],
    flow: [...facts('svc.1', 'svc.2', 'svc.3'), ...section('flow')],
  },
  retoken: {
    tokenLife: durationInWords(limits.tokenLife.value),
    reTokenLife: durationInWords(limits.reTokenLife.value),
    facts: [
      ...facts('field.token', 'field.retoken', 'limit.token', 'limit.retoken', 'field.revalidate'),
      ...section('retoken'),
    ],
  },
  date_conventions: { facts: section('date') },
};

type StatusEntry = ReturnType<typeof statusEntry>;

function facts(...ids: readonly ClauseId[]) {
  return ids.map(clause => ({ clause, statement: clauses[clause].statement }));
}

function section(...names: readonly string[]) {
  return facts(...keysOf(clauses).filter(id => names.includes(sectionOf(id))));
}

function statusEntry(status: ServiceStatus) {
  const { bookingStatus, label, to, provenance } = statuses[status];
  const { interval, window, provenance: source } = pollingPlans[status] ?? {};
  return {
    status,
    bookingStatus,
    wordKind: kindOfStatusWord(bookingStatus),
    label,
    ...(isFinal(status) && { final: moveProvenance(status) }),
    canBecome: (to as readonly ServiceStatus[]).map(next => ({
      // the rows of the status table refer to each other
      status: next,
      bookingStatus: statuses[next].bookingStatus,
      label: statuses[next].label,
      provenance: moveProvenance(status, next),
    })),
    ...(interval !== undefined &&
      window !== undefined &&
      source && {
        polling: { every: durationInWords(interval), upTo: durationInWords(window), provenance: source },
      }),
    provenance,
  };
}

function assumptionsOf(entries: readonly StatusEntry[]): Record<string, string> {
  const provenances = entries.flatMap(({ final, polling, canBecome }) => [
    ...(final ? [final] : []),
    ...(polling ? [polling.provenance] : []),
    ...canBecome.map(({ provenance }) => provenance),
  ]);
  return statementsOf(provenances.filter(({ kind }) => kind !== 'specified'));
}

/** The content comes from the tables of the contract (tool.get-reference). */
export function getReference(
  { topic = 'all' }: ToolArguments<'get_reference'>,
  dialectName: string | null,
): ToolPage & { data: Partial<typeof contents> } {
  const reference: Partial<typeof contents> = topic === 'all' ? contents : { [topic]: contents[topic] };
  const { booking_statuses, retoken, date_conventions } = reference;
  const parts: string[] = [];
  if (booking_statuses) parts.push(statusesText(booking_statuses));
  if (retoken) {
    const lives = `A Token is valid for ${retoken.tokenLife}, and a ReToken for ${retoken.reTokenLife}.`;
    parts.push(lines('# Token and ReToken', lives, '', retoken.facts.map(factLine)));
  }
  if (date_conventions) parts.push(lines('# Dates and times', date_conventions.facts.map(factLine)));
  return { text: lines(namesNote(dialectName), parts.join('\n\n')), data: reference };
}

function statusesText({ note, statuses, facts, assumptions, flow }: (typeof contents)['booking_statuses']) {
  return lines(
    ['# Booking statuses', note, ''],
    statuses.map(statusLine),
    ['', 'The ids in parentheses have these texts:'],
    facts.map(factLine),
    statementLines(assumptions),
    ['', '# Booking flow'],
    flow.map(factLine),
  );
}

const factLine = ({ clause, statement }: (typeof contents)['date_conventions']['facts'][number]): string =>
  `- ${clause}: ${statement}`;

function statusLine(entry: StatusEntry): string {
  const { bookingStatus, wordKind, label, polling, final, canBecome, provenance } = entry;
  const word = wordKind === 'specified' ? bookingStatus : `${bookingStatus} (${wordKind} word)`;
  const next = final ? `final (${originOf(final)})` : `can become ${nextWords(canBecome)}`;
  const poll = polling
    ? `; poll GetBookingDetail every ${polling.every} for up to ${polling.upTo} (${originOf(polling.provenance)})`
    : '';
  return `- ${word}, label ${label} (${provenanceText(provenance)}): ${next}${poll}.`;
}

/** First the specified statuses, then the assumed ones. */
function nextWords(next: StatusEntry['canBecome']): string {
  const groups = Map.groupBy(next, ({ provenance }) => originOf(provenance));
  const written = [...groups].map(([origin, group]) => {
    const words = group.map(({ bookingStatus, label }) => `${bookingStatus}/${label}`);
    return `${words.join(', ')} (${origin})`;
  });
  return written.sort((a, b) => Number(a.includes('(assumed')) - Number(b.includes('(assumed'))).join('; ');
}
