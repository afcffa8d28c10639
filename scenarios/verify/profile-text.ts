import { Document, isMap, isScalar } from 'yaml';
import type { Profile } from '#contracts';
import type { DriftReport } from './compare/index.ts';

/** No line of a comment is longer. */
const width = 110;

/**
 * A profile with what was learned, as YAML. Names are data that `--profile` takes; what a profile cannot say stands in comments.
 *
 * @example writeFileSync('acme.yaml', profileText(profile, report))
 */
export function profileText(profile: Profile, report: DriftReport): string {
  const document = new Document(profile);
  for (const name of report.names) if (name.probable) mark(document, name);
  const comment = [
    `What verifying ${report.source.name} on ${report.startedAt.slice(0, 10)} has shown. docs/guides/profile.md explains the lines.`,
    ...namesIn(report),
    ...differencesIn(report),
    ...knownIn(report),
  ];
  document.commentBefore = comment.flatMap(line => wrap(line)).join('\n');
  return document.toString({ lineWidth: 0 });
}

const probably = ' probably: look before you rely on it';

/** Says so at the lines of a name that is only probable. */
function mark(document: Document, { name, called, operations }: DriftReport['names'][number]): void {
  const places = operations.map(id => ['operations', id, 'answer']);
  for (const lines of [['fields'], ...places].map(path => document.getIn(path))) {
    if (!isMap(lines)) continue;
    for (const { key, value } of lines.items) {
      const field = isScalar(key) ? String(key.value) : '';
      if (isScalar(value) && value.value === called && field.split('.').at(-1) === name)
        value.comment = probably;
    }
  }
}

function namesIn({ names }: DriftReport): string[] {
  if (names.length === 0) return [];
  return [
    '',
    'Names that were learned, and why:',
    ...names.map(({ name, called, operations, because, written, probable = false }) => {
      const where = written
        ? ''
        : ' (it is not written as a line: another field would get the same name, or a secret stands in it)';
      return `- ${name}: ${probable ? 'probably ' : ''}${called}, in ${operations.join(', ')}: ${because}${where}`;
    }),
  ];
}

/** A profile renames; all else that differs it cannot say. */
function differencesIn({ operations }: DriftReport): string[] {
  const lines = operations.flatMap(({ id, fields }) =>
    fields.flatMap(({ field, state, weight, expected, got = [] }) => {
      if (weight === undefined || state === 'other-name') return [];
      const place = `- ${id} ${field === '' ? '(the answer itself)' : field}`;
      if (state === 'extra') return [`${place}: the contract does not know it, ${got.join(', ')}`];
      if (state === 'missing') return [`${place}: missing, expected ${expected}`];
      return [`${place}: expected ${expected}, got ${got.join(', ')}`];
    }),
  );
  return lines.length === 0 ? [] : ['', 'What differs and cannot be renamed:', ...lines];
}

function knownIn({ operations }: DriftReport): string[] {
  const lines = operations.flatMap(({ id, fields }) => {
    const known = fields.filter(({ state, field }) => state === 'known' && field !== '');
    return known.length === 0 ? [] : [`- ${id}: ${known.map(({ field }) => field).join(', ')}`];
  });
  return lines.length === 0 ? [] : ['', 'Assumed so far, and proved right:', ...lines];
}

/** A line as several, each as a comment has them. */
function wrap(line: string): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const at = rest.lastIndexOf(' ', width);
    if (at <= 2) break;
    lines.push(rest.slice(0, at));
    rest = `  ${rest.slice(at + 1)}`;
  }
  return [...lines, rest].map(text => (text === '' ? '' : ` ${text}`));
}
