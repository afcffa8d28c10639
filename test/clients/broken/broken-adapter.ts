// Runs a broken client as a client under test, in its own process. The arguments name the broken client and its scenario, and with
// `unscaled` the client has real waits.
import { writeFileSync } from 'node:fs';
import { playTask } from '#scenarios';
import { createReferenceClient } from '#scenarios/run/play/reference-client';
import { settingFromEnvironment, taskFromEnvironment } from '../../scenarios/run/environment.ts';
import { brokenClients } from './index.ts';

const [, , name, scenario, how] = process.argv;
const broken = brokenClients.find(one => one.name === name && one.scenario === scenario);
if (!broken) throw new Error(`there is no broken client "${name}" in ${scenario}`);
const { client: make = createReferenceClient, report: retold = same => same } = broken.breakIt;
const setting = settingFromEnvironment(how === 'unscaled' ? how : 'scaled');
const client = make(setting);
const resumed = await client.resume();
const report = await playTask(taskFromEnvironment(), { client, clock: setting.clock, resumed });
for (const line of setting.output) console.log(line);
writeFileSync(String(process.env.UNDERSTUDY_RESULT), JSON.stringify(retold(report)));
