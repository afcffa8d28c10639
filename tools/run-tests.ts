// Runs test files in the given order, until one fails if `bail` is 1. The program mutate.ts starts it and receives its events.
import { BaseSequencer, type Reporter, startVitest, type TestSpecification } from 'vitest/node';

/** The argument of the program, as JSON. */
export type TestRun = { root: string; project: string[]; files: string[]; maxWorkers: number; bail: number };
/** The end of a test file, with the title of its first failed test, or an error outside the files. */
export type TestEvent = { file?: string; failed?: string | undefined };

const { files, ...options }: TestRun = JSON.parse(process.argv[2] ?? '');
const send = (event: TestEvent, sent?: () => void) => process.send?.(event, undefined, undefined, sent);

class GivenOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => files.findIndex(file => moduleId.endsWith(`/${file}`));
    return specifications.toSorted((a, b) => rank(a) - rank(b));
  }
}

const reporter: Reporter = {
  onTestModuleEnd(module) {
    // After a failure, the run skips the other files.
    if (module.state() === 'skipped') return;
    const [test] = module.children.allTests('failed');
    send({
      file: module.relativeModuleId,
      failed: module.ok() ? undefined : (test?.fullName ?? 'does not load'),
    });
  },
  onTestRunEnd(_, [error]) {
    if (error) send({ failed: error.message });
  },
};
const paths = files.map(file => `${options.root}/${file}`);
const order = { sequence: { sequencer: GivenOrder }, reporters: [reporter] };
await startVitest(paths, { ...options, ...order, watch: false });
send({}, () => process.exit());
