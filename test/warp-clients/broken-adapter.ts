// Runs a broken client with real waits, as a client under test. The two arguments name the broken client and its scenario.
import { writeFileSync } from 'node:fs';
import { playTask } from '#scenarios';
import { createReferenceClient } from '#scenarios/run/play/reference-client';
import { brokenClients } from '../broken-clients/index.ts';
import { settingFromEnvironment, taskFromEnvironment } from '../scenarios/run/environment.ts';

const [, , name, scenario] = process.argv;
const broken = brokenClients.find(one => one.name === name && one.scenario === scenario);
if (!broken) throw new Error(`there is no broken client "${name}" in ${scenario}`);
const { client: make = createReferenceClient, report: retold = same => same } = broken.breakIt;
const setting = settingFromEnvironment('unscaled');
const client = make(setting);
const resumed = await client.resume();
const report = await playTask(taskFromEnvironment(), { client, clock: setting.clock, resumed });
for (const line of setting.output) console.log(line);
writeFileSync(String(process.env.UNDERSTUDY_RESULT), JSON.stringify(retold(report)));
