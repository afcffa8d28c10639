import { it } from 'vitest';
import { judge } from '#contracts/rules';
import { catalogue } from '#scenarios/catalogue/index';
import { playScenario } from '#scenarios/play/play-scenario';

it('plays', async () => {
  const seen = new Map<string, Set<string>>();
  for (const scenario of catalogue) {
    const played = await playScenario(scenario);
    const last = played.facts.at(-1)?.closed?.at ?? 0;
    const verdicts = judge(played.facts, {
      clock: { mode: 'auto', speed: 0 },
      closedAt: last + 25 * 3_600_000,
      task: scenario.task,
      scenario,
      result: played.report,
      supplier: { services: played.services, charges: played.charges },
      leaks: [],
    });
    for (const v of verdicts) {
      const set = seen.get(v.verdict) ?? new Set();
      set.add(v.rule);
      seen.set(v.verdict, set);
    }
    const bad = verdicts.filter(v => v.verdict === 'fail' || v.verdict === 'warn' || v.verdict === 'harness-error' || v.verdict === 'inconclusive');
    const unseen = verdicts.filter(v => v.verdict === 'not-observed' && scenario.rules.includes(v.rule as never));
    if (bad.length + unseen.length > 0) {
      console.log(scenario.id, played.report.outcome);
      for (const b of bad) console.log('  ', b.verdict, b.rule, b.reason ?? '', b.findings.slice(0, 2).map(f => `${f.exchanges} ${f.message}`));
      for (const b of unseen) console.log('   NOT OBSERVED', b.rule, b.reason);
    }
  }
  const passed = seen.get('pass');
  console.log('never passed', [...(seen.get('not-observed') ?? [])].filter(r => !passed?.has(r)));
}, 60_000);
