export { Command, CopyButton } from './parts.tsx';
export { StoryView } from './story/index.ts';
export { counted, shellQuote, shortDuration, visible } from './texts.ts';
