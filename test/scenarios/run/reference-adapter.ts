// The reference client as a client under test, in its own process, which knows only its environment. With the argument
// `jumping` its waits take no time, which suits a clock that jumps at polls. With `silent` it does not report what the user
// has seen. A second argument is the file of the profile in which it speaks.
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { parseProfile } from '#contracts';
import { playTask } from '#scenarios';
import { createReferenceClient } from '#scenarios/run/play/reference-client';
import { settingFromEnvironment, taskFromEnvironment } from './environment.ts';

const setting = settingFromEnvironment(process.argv[2] === 'jumping' ? 'jumping' : 'scaled');
const file = process.argv[3];
const profile = file === undefined ? undefined : parseProfile(parse(readFileSync(file, 'utf8')));
const client = createReferenceClient({ ...setting, profile });
// A booking that an earlier process began is finished first.
const resumed = await client.resume();
const { shownToUser, ...rest } = await playTask(taskFromEnvironment(), {
  client,
  clock: setting.clock,
  resumed,
});
const report = process.argv[2] === 'silent' ? rest : { ...rest, shownToUser };
for (const line of setting.output) console.log(line);
writeFileSync(String(process.env.UNDERSTUDY_RESULT), JSON.stringify(report));
