import { demo } from '../../demo/demo.ts';
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  options: {},
  examples: ['understudy demo'],
  run: () => demo(),
});
