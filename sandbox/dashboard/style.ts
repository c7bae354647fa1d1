/** How the dashboard looks: one column on a phone, two where there is room, dark where the reader wants it. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf8, #16171a); --card: light-dark(#fff, #1f2125); --ink: light-dark(#1c1b1a, #eceae6);
  --soft: light-dark(#5f5b56, #a9a59e); --line: light-dark(#dedad3, #3a3d43); --accent: light-dark(#b63a00, #ff9255);
  --on-accent: light-dark(#fff, #1c1b1a); --good: light-dark(#176b34, #74d391); --bad: light-dark(#b3121d, #ff8f8a);
  font: 15px/1.45 system-ui, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); }
header, main { max-width: 78rem; margin: 0 auto; padding: 0 1rem; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; padding-top: 1rem; }
h1 { font-size: 1.35rem; margin: 0; }
h2 { font-size: 1.05rem; margin: 0 0 .75rem; }
h3 { font-size: .9rem; margin: .75rem 0 0; }
main { display: grid; gap: 1rem; padding-block: 1rem 3rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; min-width: 0; }
p { margin: .25rem 0; }
.soft { color: var(--soft); }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-block: .5rem; }
.grow { flex: 1 1 12rem; }
label { display: grid; gap: .15rem; font-size: .85rem; color: var(--soft); min-width: 0; }
input, select, button { font: inherit; color: inherit; min-height: 44px; border: 1px solid var(--line); border-radius: .4rem;
  background: var(--paper); padding: .3rem .7rem; max-width: 100%; }
input, select { width: 100%; }
input[type=number] { width: 6rem; }
button { cursor: pointer; }
button:hover { border-color: var(--ink); }
button:disabled { opacity: .45; cursor: default; border-color: var(--line); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); font-weight: 600; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
output { font-variant-numeric: tabular-nums; }
#now { font-size: 1.3rem; display: block; }
ul { list-style: none; margin: 0; padding: 0; }
li strong { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
li { border-top: 1px solid var(--line); padding: .45rem 0; overflow-wrap: anywhere; }
li.item { display: flex; gap: .75rem; justify-content: space-between; align-items: center; }
#requests { max-height: 36rem; overflow: auto; }
summary { cursor: pointer; display: grid; min-height: 1.6rem; grid-template-columns: 3.4rem 2.6rem 1fr auto .8rem; gap: .5rem; align-items: baseline; }
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--paper); }
summary::after { content: "▸" / ""; color: var(--soft); }
[open] > summary::after { content: "▾" / ""; }
.status { font-weight: 600; font-variant-numeric: tabular-nums; }
.good { color: var(--good); } .bad { color: var(--bad); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem; margin: .4rem 0; max-height: 16rem; overflow: auto; }
#problem { color: var(--bad); min-height: 1.4em; }
@media (min-width: 60rem) { main { grid-template-columns: 24rem 1fr; } #log, #things { grid-column: 2; } #log { grid-row: 1 / 3; } }
`;
