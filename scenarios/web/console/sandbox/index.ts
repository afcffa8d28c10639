export { SandboxPage } from './page.tsx';
