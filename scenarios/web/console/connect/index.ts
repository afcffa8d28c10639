export { ConnectTab } from './tab.tsx';
