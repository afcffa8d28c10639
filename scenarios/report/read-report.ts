import { asObject, describeIssue, formatPath, parseJson, UsageError } from '#contracts/util';
import { type RunReport, reportSchema } from './schema.ts';

const howTo = 'write the report again with: run --report json=<file>';

/** The commands whose reports look like a report of `run`, but cannot be compared with one. */
const others = new Map<unknown, string>([
  ['understudy-verdicts', 'judge or exec'],
  ['understudy-exploration', 'explore'],
  ['understudy-drift-report', 'verify'],
]);

/** Throws a UsageError for a file that is cut off, is no report, or is the report of another command or version. */
export function readRunReport(text: string): RunReport {
  if (text.trim() === '') throw new UsageError(`the file is empty; ${howTo}`);
  const data = parseJson(text, problem => new UsageError(`this file is not JSON: ${problem}; ${howTo}`));
  const { format, version } = asObject(data);
  if (format !== 'understudy-report') {
    const other = others.get(format);
    throw new UsageError(
      other === undefined
        ? `this file is no report of Understudy; ${howTo}`
        : `this is a report of ${other}, but merge compares reports of run; ${howTo}`,
    );
  }
  if (version !== reportSchema.shape.version.value)
    throw new UsageError(
      `this report has the version ${JSON.stringify(version)}, but this command reads version ${reportSchema.shape.version.value}; ${howTo}, with the same version of Understudy`,
    );
  const read = reportSchema.safeParse(data);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(
    `this report is damaged: ${issue ? `${formatPath(issue.path)}: ${describeIssue(issue, data)}` : 'unknown'}; ${howTo}`,
  );
}
