import { provenanceText } from '#contracts/provenance';
import { type Fact, type NextStatus, originOf, type Reference, type StatusEntry } from '#contracts/tools';
import { legend, lines, namesNote } from './texts.ts';

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
