import { demo } from '../../demo/index.ts';
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  options: {},
  examples: ['demo'],
  run: () => demo(),
});
