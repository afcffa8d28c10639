export { booksOf, booksOfViews } from './books.ts';
export { closeAndJudge, judgeSandbox, readerOf } from './judge-sandbox.ts';
export {
  type ClientSetting,
  createReferenceClient,
  inProcess,
  type OpenWire,
  type Played,
  type PlayOptions,
  playOnStage,
  playScenario,
  playTask,
  type Report,
  type ShownToUser,
  type TaskPlayer,
  type TestStage,
  type Wire,
} from './play/index.ts';
export { boundedStory, sandboxStory } from './sandbox-story.ts';
