import { systemClock } from '#contracts';
import { FaultError } from '#contracts/fault';
import { alignDates, moveScenario, usualStart } from '../catalogue/node.ts';
import { type ClientSetting, createHost, playWithCommand, type RunOptions, timingOf } from '../run/node.ts';
import type { Flow } from './flows.ts';
import { factsOf, notApplicable, type PlayRun, playInProcess, type Run, runOf, withOutput } from './play.ts';
import { keyOf, type Schedule, scenarioOf } from './shorthand.ts';
import { hashOf } from './trace.ts';

interface CommandOptions
  extends Pick<RunOptions, 'pace' | 'warp' | 'seed' | 'profile' | 'inventory' | 'https' | 'signal'> {
  readonly flows: readonly Flow[];
  readonly command: ClientSetting['command'];
}

/** A dialect can hide what the client must see, such as policies that changed, so that no client can be right. */
const hidden = 'the profile does not show the change that this disturbance makes';

/** `play` rejects with `UnstartableClient` if the command cannot be started, and with `RunEnded` after `signal` has aborted. */
export async function createCommandPlayer(options: CommandOptions) {
  const { command, pace, warp, seed, signal, profile, inventory } = options;
  // Under warp, the client sees the time of the scenario. In other modes, the dates must fit the real time.
  const start = usualStart(systemClock.now());
  const place = ({ id, scenario }: Flow): Flow =>
    pace.mode === 'warp' ? { id, scenario } : { id, scenario: moveScenario(scenario, start) };
  const host = await createHost({ ...options, catalogue: options.flows.map(flow => place(flow).scenario) });
  const reference = profile && playInProcess({ seed, inventory, profile });
  const isHidden = async ({ state, schedule }: Run, flow: Flow): Promise<boolean> =>
    state === 'broken' && (await reference?.(flow, schedule))?.state === 'broken';
  const play: PlayRun = async (flow, schedule, tell = false) => {
    const placed = place(flow);
    const timing = await timingOf(placed.scenario, options, pace);
    if ('skipped' in timing) throw new Error(timing.skipped);
    const base = pace.mode === 'warp' ? placed.scenario : alignDates(placed.scenario, systemClock.now());
    const scenario = scenarioOf({ id: flow.id, scenario: base }, schedule);
    const opened = await host.open(base, { seed, clock: timing.clock, draw: numberOf(schedule) });
    try {
      const own = base.setup?.faults?.length ?? 0;
      opened.sandbox.faults.armList(scenario.setup?.faults?.slice(own) ?? []);
      const ended = await playWithCommand(scenario, opened, { command, warp, signal, ...timing });
      // The machine is too slow for the time-out, so the run says nothing about the client.
      if (ended.tooSlow !== undefined) return { ...notApplicable(schedule), why: ended.tooSlow };
      const facts = factsOf(ended.sandbox);
      const why = ended.result?.why ?? troubleText(ended.trouble, ended.output);
      const run = runOf({ ...ended, facts, scenario }, { flow: placed, schedule, tell, why });
      return (await isHidden(run, flow)) ? { ...notApplicable(schedule), why: hidden } : run;
    } catch (error) {
      if (error instanceof FaultError) return notApplicable(schedule);
      throw error;
    } finally {
      await opened.close();
    }
  };
  return { play, close: () => host.close() };
}

function troubleText(trouble: string | undefined, output: string): string | undefined {
  if (trouble === undefined || output.trim() === '') return trouble;
  return withOutput(`${trouble.replace(/\.$/, '')}. The end of its output:`, output);
}

/** For the name of a sandbox, so that equal schedules get equal bookings, with any number of jobs. */
const numberOf = (schedule: Schedule): number =>
  Buffer.from(hashOf(keyOf(schedule)), 'base64url').readUInt32BE();
