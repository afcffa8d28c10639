// What the report and the console share: the story of a client, buttons that copy, and texts.
export { Command, CopyButton } from './copy-button.tsx';
export { shortDuration } from './duration.ts';
export { StoryView } from './story/index.ts';
export { visible } from './visible.ts';
