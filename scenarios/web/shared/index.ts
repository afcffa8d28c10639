export { Command, CopyButton } from './parts.tsx';
export { StoryView } from './story/index.ts';
export { shortDuration, visible } from './texts.ts';
