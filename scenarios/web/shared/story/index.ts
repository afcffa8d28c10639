export { StoryView } from './story-view.tsx';
