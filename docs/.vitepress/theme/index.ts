import theme from 'vitepress/theme';
import './wide-pages.css';

export default theme;
