export { counted } from '#contracts/util';
export { Button, Command, CopyButton, Facts } from './parts.tsx';
export { StoryView } from './story/index.ts';
export { shellQuote, shortDuration, visible } from './texts.ts';
