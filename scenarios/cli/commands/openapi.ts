import { applyProfile, operations } from '#contracts';
import { openApiOf } from '#mock-server';
import { defineCommand } from '../command.ts';
import { loadProfile } from '../load.ts';
import { configOptions } from '../options.ts';

const { profile } = configOptions;

export const command = defineCommand({
  options: { profile },
  examples: ['openapi > openapi.json', 'openapi --profile acme.yaml'],
  async run(options) {
    const dialect = applyProfile(operations, await loadProfile(options.profile));
    console.log(JSON.stringify(await openApiOf(dialect), null, 2));
  },
});
