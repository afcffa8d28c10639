// Runs test files in the given order until one fails. The program tools/mutate.ts starts it, and receives a message for each event.
import { BaseSequencer, startVitest, type TestSpecification } from 'vitest/node';

/** What the program reads from its arguments, as JSON. */
export interface TestRun {
  readonly root: string;
  readonly project: string;
  readonly files: readonly string[];
  readonly workers: number;
  /** Whether the first failure ends the run. */
  readonly bail: boolean;
}

/** The last message has `end`: the reason why the tests as a whole failed, or an empty text. */
export type TestEvent = { file: string; failed: string | undefined } | { end: string };

const { root, project, files, workers, bail }: TestRun = JSON.parse(process.argv[2] ?? '');
const send = (event: TestEvent) => process.send?.(event);

class GivenOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => files.findIndex(file => moduleId.endsWith(`/${file}`));
    return specifications.toSorted((a, b) => rank(a) - rank(b));
  }
}

const vitest = await startVitest(
  files.map(file => `${root}/${file}`),
  {
    root,
    project: [project],
    watch: false,
    bail: bail ? 1 : 0,
    maxWorkers: workers,
    sequence: { sequencer: GivenOrder },
    reporters: [
      {
        onTestModuleEnd(module) {
          // A failure earlier in the run skips the rest.
          if (module.state() === 'skipped') return;
          const [test] = [...module.children.allTests('failed')].map(({ fullName }) => fullName);
          const failed = module.ok() ? undefined : (test ?? 'the file cannot be loaded');
          send({ file: module.relativeModuleId, failed });
        },
        onTestRunEnd(_, [error]) {
          send({ end: error?.message ?? '' });
        },
      },
    ],
  },
).catch(error => send({ end: String(error) }));
if (typeof vitest === 'object') await vitest.close();
process.exit();
