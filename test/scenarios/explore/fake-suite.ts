import { createMemoryLedger } from '#client';
import type { Task } from '#contracts/scenario';
import { createMockSupplier } from '#mock-server';
import { orNotApplicable, type PlayRun } from '#scenarios/explore/play';
import { exploreSuite, type SuiteSetting } from '#scenarios/explore/suite/explore-tests';
import { createOutput, runOfTest, type Test, watchSandboxes } from '#scenarios/explore/suite/play-test';
import { type ClientSetting, createReferenceClient, playTask } from '#scenarios/run/index';

/** A test in this process. It is red if its promise rejects. */
export type FakeTest = (setting: ClientSetting) => Promise<unknown>;

export const playWith = (setting: ClientSetting, task: Task) =>
  playTask(task, { client: createReferenceClient(setting), clock: setting.clock });

const hanging = new WeakMap<ClientSetting, () => void>();

/** Ends the run of a test as a time-out does. */
export const hangIn = (setting: ClientSetting): void => hanging.get(setting)?.();

const start = Date.parse('2026-12-01T10:00:00Z');

const playFake =
  (tests: Readonly<Record<string, FakeTest>>, declines?: boolean): PlayRun<Test> =>
  async ({ id }, schedule, tell = false) => {
    const supplier = createMockSupplier({ seed: 'understudy', clock: { mode: 'auto', start } });
    const watched = watchSandboxes(supplier, schedule, declines);
    try {
      watched.arm();
    } catch (error) {
      return orNotApplicable(schedule, { isRed: false })(error);
    }
    const { identity, clock } = supplier.sandboxes.require('default');
    let uuids = 0;
    const setting: ClientSetting = {
      baseUrl: 'http://supplier.example',
      fetch: (input, init) => supplier.fetch(input, init),
      identity,
      clock,
      ledger: createMemoryLedger(),
      output: [],
      newUuid: () => {
        uuids += 1;
        return `00000000-0000-4000-8000-${String(uuids).padStart(12, '0')}`;
      },
    };
    const hung = Promise.withResolvers<'hung'>();
    hanging.set(setting, () => hung.resolve('hung'));
    const run = tests[id]?.(setting);
    const ended = Promise.resolve(run).then<'green' | 'red', 'red'>(
      () => 'green',
      (error: unknown) => {
        setting.output.push(String(error));
        return 'red';
      },
    );
    const outcome = await Promise.race([ended, hung.promise]);
    const output = createOutput();
    output.write('stdout', Buffer.from(setting.output.join('\n')));
    return runOfTest(watched.ended(), { command: [id], outcome, output, schedule, tell });
  };

/** Explores tests that run in this process. */
export function exploreFake(
  tests: Readonly<Record<string, FakeTest>>,
  { declines, ...more }: Partial<SuiteSetting> & { readonly declines?: boolean } = {},
) {
  const all = Object.keys(tests).map(id => ({ id, command: [id] as const }));
  const common = { seed: 'understudy', jobs: 1, depth: 1, strict: false, framework: 'vitest' };
  return exploreSuite({ ...common, flows: all, play: playFake(tests, declines), ...more });
}
