import { defineCommand } from '../command.ts';
import { demo } from '../demo.ts';

export const command = defineCommand({
  options: {},
  examples: ['demo'],
  run: () => demo(),
});
