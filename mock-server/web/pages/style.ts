/** The build puts this style into the console, too. */
export const siteStyle = `
  :root { color-scheme: light dark; --ink: #1c2430; --soft: #566173; --paper: #fbfaf7; --card: #fff; --line: #e3dfd6; --mark: #0f6b5c; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e8e6e1; --soft: #a3acb9; --paper: #14181d; --card: #1b2027; --line: #2d343d; --mark: #6fd3bf; }
  }
  * { box-sizing: border-box; }
  [hidden] { display: none !important; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
  a { color: var(--mark); text-underline-offset: 0.2em; }
  :focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; border-radius: 2px; }
  .skip { position: absolute; left: -100vw; }
  .skip:focus { left: 1.25rem; top: 0.5rem; z-index: 1; padding: 0.25rem 0.75rem; background: var(--card); }
  .site { background: var(--card); border-bottom: 1px solid var(--line); font: 1rem/1.6 system-ui, sans-serif; }
  .site nav { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.5rem; max-width: 87.5rem; margin: 0 auto; padding: 0.6rem 1.25rem; }
  .site a { color: var(--ink); text-decoration: none; }
  .site a:hover { color: var(--mark); text-decoration: underline; }
  .site .brand { font-weight: 650; letter-spacing: -0.01em; }
  .site ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; list-style: none; }
  .site li { margin: 0; }
  .site li a { display: block; padding: 0.3rem 0; border-bottom: 2px solid transparent; color: var(--soft); }
  .site [aria-current=page] { border-color: var(--mark); color: var(--ink); }
`;

export const style = `${siteStyle}
  main { max-width: 64rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
  h1 { margin: 0; font-size: 2.1rem; line-height: 1.2; letter-spacing: -0.02em; }
  h2 { margin: 2.5rem 0 0.75rem; font-size: 1.15rem; }
  main > :is(p, ol, ul:not(.places)) { max-width: 46rem; }
  p { margin: 0.5rem 0; }
  .lead { color: var(--soft); font-size: 1.1rem; }
  code, pre { font: 0.875rem/1.55 ui-monospace, monospace; }
  code { overflow-wrap: anywhere; }
  pre { margin: 0.75rem 0; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; }
  .framed { background: var(--card); border: 1px solid var(--line); border-radius: 0.5rem; }
  table { width: 100%; border-collapse: collapse; }
  th, td { padding: 0.5rem 1rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
  tbody > tr > *, thead + tbody > tr:first-child > * { border-top: 1px solid var(--line); }
  tbody:first-child > tr:first-child > * { border-top: 0; }
  tr:target { box-shadow: inset 3px 0 var(--mark); }
  th { font-weight: 500; color: var(--soft); }
  th[scope=row] { width: 14rem; white-space: nowrap; }
  ol { padding-left: 1.25rem; }
  li + li { margin-top: 0.35rem; }
  .places { columns: 13rem; padding: 0; list-style: none; }
  .places li { margin: 0 0 0.25rem; }
  .specified { color: var(--mark); white-space: nowrap; }
  .observed { color: inherit; }
  .assumed { color: var(--soft); }
  .note { color: var(--soft); font-size: 0.9rem; }
  .filters { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem 1rem; margin: 0 0 0.75rem; }
  .filters label { display: grid; gap: 0.15rem; color: var(--soft); font-size: 0.9rem; }
  .filters label:last-of-type { flex: 1 1 14rem; }
  input, select, button { padding: 0.4rem 0.6rem; border: 1px solid var(--soft); border-radius: 0.4rem; background: var(--card); color: var(--ink); font: inherit; }
  button { border-color: var(--mark); color: var(--mark); cursor: pointer; }
  details { margin: 0.25rem 0 0.5rem; }
  summary { color: var(--mark); cursor: pointer; }
  dl { display: grid; gap: 0 1rem; margin: 0.5rem 0 0; }
  dt { color: var(--soft); font-size: 0.9rem; }
  dd { margin: 0; }
  .said { overflow-wrap: anywhere; }
  footer { margin-top: 3rem; color: var(--soft); font-size: 0.9rem; }
  @media (max-width: 40rem) {
    main { padding-top: 1.5rem; }
    thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
    tr { display: block; }
    thead + tbody > tr:first-child { border-top: 0; }
    th, td { display: block; padding: 0.5rem 1rem 0; }
    tr > :last-child { padding-bottom: 0.5rem; }
    tbody > tr > * + * { border-top: 0 !important; padding-top: 0; }
    .filters label { flex: 1 1 8rem; }
  }
`;
