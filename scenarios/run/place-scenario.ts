import type { BookStep, Scenario, TaskStep } from '#contracts/scenario';
import { catalogue, placementsOf } from '../catalogue/index.ts';
import { createTestStage } from './play/index.ts';
import { type JudgedReference, judgeReference, type PlaySupplier } from './play-reference.ts';

const maxTried = 300;

/** At a place in which the reference client plays it as expected. Without inventory and profile, nothing changes. */
export async function placeScenario(
  scenario: Scenario,
  supplier: PlaySupplier,
): Promise<{ readonly scenario: Scenario } | { readonly skipped: string }> {
  const { inventory, ...builtIn } = supplier;
  const hidden = supplier.profile && (await whatIsHidden(scenario, builtIn));
  if (hidden !== undefined) return { skipped: hidden };
  if (!inventory) return { scenario };
  const { records } = createTestStage(scenario, supplier).sandbox.inventory.source;
  const { task } = scenario;
  const needsPenalty = await isPenaltyNeeded(scenario);
  let reason = 'its task is in more cities than the inventory has';
  let tried = 0;
  for (const steps of placementsOf(task.steps, records)) {
    if (tried === maxTried) break;
    const placed = { ...scenario, task: { ...task, steps: [...steps] } };
    const judged = await judgeReference(placed, supplier);
    const isPlayed = isHeld(judged);
    if (isPlayed && (judged.isPenaltyDue || !needsPenalty)) return { scenario: placed };
    if (tried === 0)
      reason = isPlayed ? 'the cancellation is free, but needs a penalty' : reasonOf(judged, task.steps);
    tried += 1;
  }
  const where = tried > 1 ? ` in any of ${tried} destinations; in the first` : '';
  return { skipped: `the inventory cannot serve this scenario${where}: ${reason}` };
}

/** A dialect can hide what the client must see, such as a change of one cent when it rounds prices. */
async function whatIsHidden(scenario: Scenario, supplier: PlaySupplier): Promise<string | undefined> {
  const judged = await judgeReference(scenario, supplier);
  if (isHeld(judged)) return undefined;
  const end = `the reference client ends with "${judged.report.outcome}"`;
  return `the profile does not show what this scenario needs: ${[end, judged.why ?? []].flat().join(': ')}`;
}

const isHeld = ({ report: { state } }: JudgedReference): boolean => state === 'held' || state === 'warned';

/** No rule notices that the cancellation of such a scenario is free. */
async function isPenaltyNeeded({ id, task }: Scenario): Promise<boolean> {
  const original = catalogue.find(one => one.id === id);
  if (!original || task.steps.every(step => step.do !== 'cancel')) return false;
  return (await judgeReference(original)).isPenaltyDue;
}

function reasonOf({ report, why, unavailable }: JudgedReference, steps: readonly TaskStep[]): string {
  const missing = steps.flatMap(step =>
    step.do === 'book' && unavailable.includes(step.product) ? needOf(step) : [],
  );
  if (missing.length > 0) return `no ${[...new Set(missing)].join(' and no ')} on the dates of the task`;
  const { outcome, verdicts } = report;
  const open = verdicts.find(({ verdict, named }) => verdict === 'fail' || (named && verdict !== 'pass'));
  const because = why ?? open?.findings[0]?.message ?? open?.reason;
  return `the reference client ends with "${outcome}"${because === undefined ? '' : `: ${because}`}`;
}

function needOf({ product, choose = {} }: BookStep): string {
  const wanted = Object.entries(choose).map(([name, value]) => `${name} ${value}`);
  return wanted.length === 0 ? product : `${product} with ${wanted.join(', ')}`;
}
