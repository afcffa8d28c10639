export { SandboxActions } from './actions.tsx';
export { SandboxesPage } from './page.tsx';
