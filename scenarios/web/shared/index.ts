// What the report and the console share: the story of a client, buttons that copy, and texts.
export { Command, CopyButton } from './copy-button.tsx';
export { clockTime, shortDuration } from './duration.ts';
export { type StoryProps, StoryView } from './story/index.ts';
export { cut, visible } from './visible.ts';
