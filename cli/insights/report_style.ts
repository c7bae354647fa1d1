export const REPORT_STYLE =
  `:root{color-scheme:light dark;--ink:#1a1a1a;--dim:#595959;--paper:#fff;--rule:#d9d9d9;--c0:#b3400a;--c1:#1d5fa8;
--c2:#2e7031;--c3:#7b2d8e}
@media (prefers-color-scheme:dark){:root{--ink:#f0f0f0;--dim:#b3b3b3;--paper:#161616;--rule:#404040;--c0:#ff8a50;
--c1:#7db8ff;--c2:#81c784;--c3:#d59ae8}}
@media print{:root{--ink:#000;--dim:#333;--paper:#fff;--rule:#bbb;--c0:#b3400a;--c1:#1d5fa8;--c2:#2e7031;--c3:#7b2d8e}
.screen,details{display:none}figure{break-inside:avoid}}
body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;margin:0}
main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem}h1{font-size:1.6rem;line-height:1.25}h2{margin-top:2.5rem}
.basis,.text,figcaption,footer{color:var(--dim)}.text{font-size:.85rem;margin:.25rem 0}
a{color:var(--c1)}figure{margin:1.5rem 0}figcaption{font-weight:600}.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap}
th:first-child{text-align:left;white-space:normal;font-weight:400;min-width:10rem}thead th{font-weight:600!important}
input{font:inherit;padding:.3rem;background:var(--paper);color:var(--ink);border:1px solid var(--dim)}
.chart{width:100%;height:auto;font:11px system-ui,sans-serif}.chart text{fill:var(--dim)}.chart rect{fill:var(--c0)}
.chart .estimated{fill-opacity:.45;stroke:var(--c0);stroke-dasharray:3 2}.chart .grid{stroke:var(--rule)}
.chart .line{fill:none;stroke-width:2}.c0{stroke:var(--c0)}.c1{stroke:var(--c1)}.c2{stroke:var(--c2)}
.c3{stroke:var(--c3)}.chart{overflow:visible}@media screen and (max-width:600px){.chart{font-size:18px}}`;
