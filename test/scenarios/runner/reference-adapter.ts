// The reference client as a client under test: a process of its own that knows nothing but its environment. With the
// argument `jumping` its waits take no time, as it is for a clock that jumps at polls; with `silent` it does not report what the user
// was shown.
import { writeFileSync } from 'node:fs';
import { playTask } from '#scenarios';
import { createReferenceClient } from '#scenarios/play/reference-client';
import { settingFromEnvironment, taskFromEnvironment } from './environment.ts';

const setting = settingFromEnvironment(process.argv[2] === 'jumping' ? 'jumping' : 'scaled');
const client = createReferenceClient(setting);
// What an earlier process has begun is brought to its end first.
await client.resume();
const { shownToUser, ...rest } = await playTask(taskFromEnvironment(), { client, clock: setting.clock });
const report = process.argv[2] === 'silent' ? rest : { ...rest, shownToUser };
for (const line of setting.output) console.log(line);
writeFileSync(String(process.env.UNDERSTUDY_RESULT), JSON.stringify(report));
