import { styleOfParts } from './styleOfParts.ts';

const base = `
:root {
  --paper: #ffffff; --ground: #f5f6f8; --ink: #16191f; --soft: #515966; --line: #d9dde4; --link: #0b57c2; --code: #f1f3f6;
  --bad: #b3161f; --bad-soft: #fdecec; --open: #8a4b00; --open-soft: #fdf1dd; --warn: #7a5600; --warn-soft: #fbf3d0;
  --told: #1b5fae; --told-soft: #e6f0fc; --good: #14683a; --good-soft: #e2f4e8; --quiet: #59616e; --quiet-soft: #eceef2;
  --mark: #ffe08a; --mark-ink: #33270a; --shadow: 0 1px 2px rgb(20 25 35 / 6%), 0 2px 8px rgb(20 25 35 / 5%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #181b21; --ground: #101216; --ink: #e8ebf0; --soft: #a8b0bd; --line: #333944; --link: #83b6ff; --code: #20242c;
    --bad: #ff8a8a; --bad-soft: #3a1b1e; --open: #f5b266; --open-soft: #37270f; --warn: #e9c75a; --warn-soft: #332b0d;
    --told: #86b9f8; --told-soft: #16293f; --good: #74d19b; --good-soft: #14301f; --quiet: #a8b0bd; --quiet-soft: #272c35;
    --mark: #5e4a10; --mark-ink: #ffeeb8; --shadow: none;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
.inner, main, footer, nav ul { max-width: 1180px; margin: 0 auto; padding-inline: 24px; }
h1, h2, h3, h4, h5, p, ul, ol, dl, dd, pre, blockquote, figure { margin: 0; padding: 0; }
ul, ol { padding-left: 1.2em; }
a { color: var(--link); text-underline-offset: 2px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
[hidden] { display: none !important; }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; background: var(--paper); padding: 8px 12px; z-index: 9; }
.top { background: var(--paper); border-top: 6px solid var(--tone); padding: 20px 0 22px; }
.kicker { color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
h1 { font-size: 30px; line-height: 1.2; letter-spacing: -0.01em; color: var(--tone); margin: 4px 0 16px; overflow-wrap: anywhere; text-wrap: balance; }
.answers { display: grid; grid-template-columns: 1.15fr 1fr 1.15fr; gap: 14px; }
.answer { background: var(--ground); border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px; min-width: 0; overflow-wrap: anywhere; }
.answer h2 { font-size: 12px; font-weight: 650; text-transform: uppercase; letter-spacing: 0.07em; color: var(--soft); margin-bottom: 6px; }
.answer ul, .answer ol { display: grid; gap: 4px; }
.answer p + *, .answer ul + *, .answer ol + * { margin-top: 8px; }
.answer .command { margin-top: 6px; }
.summary { background: var(--paper); border-block: 1px solid var(--line); padding: 14px 0; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 10px 24px; }
.facts > div { min-width: 0; }
.facts dt { font-size: 12px; color: var(--soft); }
.facts dd { overflow-wrap: anywhere; }
nav { position: sticky; top: 0; z-index: 5; background: var(--paper); border-bottom: 1px solid var(--line); overflow-x: auto; }
nav ul { display: flex; gap: 22px; list-style: none; white-space: nowrap; }
nav a { display: block; padding: 10px 0; color: var(--ink); text-decoration: none; font-weight: 550; }
nav a:hover { color: var(--link); text-decoration: underline; }
.count { color: var(--soft); font-weight: 400; }
main { padding-block: 8px 40px; outline: none; }
section { margin-top: 26px; }
section > h2 { font-size: 20px; margin-bottom: 12px; }
footer { color: var(--soft); font-size: 13px; padding-bottom: 40px; }
.bad { --tone: var(--bad); --tone-soft: var(--bad-soft); } .open { --tone: var(--open); --tone-soft: var(--open-soft); }
.warn { --tone: var(--warn); --tone-soft: var(--warn-soft); } .told { --tone: var(--told); --tone-soft: var(--told-soft); }
.good { --tone: var(--good); --tone-soft: var(--good-soft); } .quiet { --tone: var(--quiet); --tone-soft: var(--quiet-soft); }
@media (max-width: 860px) {
  .answers { grid-template-columns: 1fr; }
  h1 { font-size: 24px; }
}
@media (max-width: 480px) {
  .inner, main, footer, nav ul { padding-inline: 14px; }
  body { font-size: 14.5px; }
}
@media print {
  :root { --ground: #fff; --shadow: none; }
  nav, .copy, #tools, .skip { display: none !important; }
  body { zoom: 0.8; }
  pre { white-space: pre-wrap; overflow: visible; }
  .failure, .exchange, .card, tr { break-inside: avoid; }
}
`;

/** The style of every page. Colours come from variables, which the reader's preference for light or dark sets. */
export const style = `${base}${styleOfParts}`;
