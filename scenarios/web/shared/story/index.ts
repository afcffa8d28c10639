export { type StoryProps, StoryView } from './story-view.tsx';
