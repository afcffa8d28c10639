import { Document } from 'yaml';
import type { Profile } from '#contracts';
import type { DriftReport, LearnedName } from './report-schema.ts';
import { changeText, differenceText } from './report-text.ts';

const maxWidth = 110;

/** The YAML has comments about the differences that a profile cannot express. */
export function profileText(profile: Profile, report: DriftReport): string {
  const document = new Document(profile);
  const comment = [
    `Written by verify for ${report.source.name} on ${report.startedAt.slice(0, 10)}. docs/guides/profile.md explains the lines.`,
    ...section('Changes of fields that verify found, with the reason:', report.names.map(nameLine)),
    ...section('Differences that this profile does not explain:', differenceLines(report)),
    ...section('Observations and assumptions of the contract that are now confirmed:', knownLines(report)),
  ];
  document.commentBefore = comment.flatMap(wrap).join('\n');
  return document.toString({ lineWidth: 0 });
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map(line => `- ${line}`)];

function nameLine({ name, change, operations, because, written }: LearnedName): string {
  const unwritten = ' (not in this profile, because a profile with this name would be invalid)';
  return `${name}: ${changeText(change)}, in ${operations.join(', ')}: ${because}${written ? '' : unwritten}`;
}

const differenceLines = ({ operations }: DriftReport): string[] =>
  operations.flatMap(({ id, fields }) =>
    fields
      .filter(({ weight, because }) => weight !== undefined && because === undefined)
      .map(field => `${id} ${field.field || '(the answer itself)'}: ${differenceText(field)}`),
  );

const knownLines = ({ operations }: DriftReport): string[] =>
  operations.flatMap(({ id, fields }) => {
    const known = fields.filter(({ state, field }) => state === 'known' && field !== '');
    return known.length === 0 ? [] : [`${id}: ${known.map(({ field }) => field).join(', ')}`];
  });

function wrap(line: string): string[] {
  const lines = line.match(new RegExp(`\\S.{0,${maxWidth - 4}}(?= |$)|\\S+`, 'g')) ?? [''];
  return lines.map((text, index) => `${index > 0 ? '   ' : ' '}${text}`.trimEnd());
}
