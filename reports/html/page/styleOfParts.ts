/** The style of what stands in the sections of a page. */
export const styleOfParts = `
.badge { display: inline-block; white-space: nowrap; font-size: 12.5px; font-weight: 600; line-height: 1.35; padding: 2px 8px; border-radius: 99px; color: var(--tone); background: var(--tone-soft); }
.bar { display: flex; gap: 2px; height: 10px; border-radius: 5px; overflow: hidden; }
.bar span { background: var(--tone); min-width: 3px; }
.summary .bar { margin-top: 14px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin-top: 8px; padding: 0; list-style: none; color: var(--soft); font-size: 13.5px; }
.legend i { display: inline-block; width: 9px; height: 9px; border-radius: 2px; background: var(--tone); margin-right: 6px; }
.command { display: flex; align-items: center; gap: 8px; background: var(--code); border: 1px solid var(--line); border-radius: 7px; padding: 6px 8px 6px 10px; min-width: 0; }
.command code { flex: 1; min-width: 0; overflow-x: auto; white-space: nowrap; padding-block: 2px; }
.answer .command code { white-space: normal; overflow-wrap: anywhere; }
.command + p { margin-top: 8px; }
.unbroken { display: inline-block; white-space: pre-wrap; max-width: 100%; }
button { font: inherit; font-size: 13px; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 7px; padding: 3px 10px; cursor: pointer; }
button:hover { border-color: var(--soft); }
button[aria-pressed="true"] { background: var(--ink); color: var(--paper); border-color: var(--ink); }
summary { cursor: pointer; }
.failure, .card { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow); margin-bottom: 14px; min-width: 0; }
.failure { border-left: 5px solid var(--tone); }
.failure > summary { padding: 14px 18px; }
.failure > summary h3 { display: inline; margin-left: 4px; font-size: 17px; overflow-wrap: anywhere; }
.failure > summary .badge { margin-left: 8px; vertical-align: 2px; }
.failure .within, .card { padding: 14px 18px; }
.failure .within { padding-top: 0; display: grid; gap: 12px; min-width: 0; }
.failure .within > * { min-width: 0; }
.note { color: var(--soft); font-weight: 400; font-size: 13.5px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; }
.pair + .pair { margin-top: 8px; }
.pair > div { border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; min-width: 0; overflow-wrap: anywhere; }
.pair .label { display: block; font-size: 12px; font-weight: 650; color: var(--soft); }
.pair .got { border-color: var(--bad); background: var(--bad-soft); }
.pair .got .label { color: var(--bad); }
.says { border-left: 3px solid var(--told); padding: 2px 0 2px 14px; overflow-wrap: anywhere; }
.says cite { display: block; font-style: normal; font-size: 13px; color: var(--soft); }
.says blockquote + blockquote { margin-top: 4px; }
.exchange { border-top: 1px solid var(--line); padding-top: 10px; }
.exchange h4 { font-size: 14px; margin-bottom: 6px; overflow-wrap: anywhere; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
.side { min-width: 0; }
.side h5 { font-size: 12px; color: var(--soft); font-weight: 650; }
.start { font: 600 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; overflow-wrap: anywhere; }
.side details { font-size: 13px; color: var(--soft); }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 7px; padding: 8px 10px; margin-top: 4px; overflow: auto; max-height: 420px; tab-size: 2; unicode-bidi: isolate; }
pre mark { display: block; margin-inline: -10px; padding-inline: 10px; }
mark { background: var(--mark); color: var(--mark-ink); border-radius: 2px; }
.start mark { padding: 1px 6px; }
.gap, .none { color: var(--soft); }
.rows { list-style: none; padding: 0; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow); }
.rows > li { padding: 10px 16px; overflow-wrap: anywhere; }
.rows > li + li { border-top: 1px solid var(--line); }
.rows .more { color: var(--soft); font-size: 14px; }
.card + h3, .rows + h3 { margin-top: 18px; }
section > h3 { font-size: 16px; margin-bottom: 8px; }
.lane { display: grid; grid-template-columns: 118px 1fr; gap: 4px 12px; align-items: end; margin-bottom: 6px; }
.lane > span { color: var(--soft); font-size: 13px; align-self: center; }
.lane svg { width: 100%; height: 46px; display: block; border-bottom: 1px solid var(--line); }
.lane.low svg { height: 18px; }
.axis { display: flex; justify-content: space-between; color: var(--soft); font-size: 12.5px; margin-left: 130px; }
svg .get { fill: var(--told); } svg .post { fill: var(--good); } svg .limited { fill: var(--bad); } svg .hook { fill: var(--open); }
svg .area { fill: var(--told-soft); stroke: var(--told); stroke-width: 1.5; vector-effect: non-scaling-stroke; } svg .cap { stroke: var(--bad); stroke-dasharray: 5 4; vector-effect: non-scaling-stroke; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 7px 10px; border-bottom: 1px solid var(--line); }
th { font-size: 12.5px; color: var(--soft); font-weight: 650; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td .bar { margin-top: 7px; min-width: 120px; }
td.id { white-space: nowrap; font-variant-numeric: tabular-nums; }
td.title { overflow-wrap: anywhere; }
td details { color: var(--soft); font-size: 13.5px; }
.nights { display: inline-flex; gap: 3px; vertical-align: middle; }
.nights i { width: 11px; height: 15px; border-radius: 2px; background: var(--tone); }
.nights i.bad { height: 15px; } .nights i.good, .nights i.quiet { height: 7px; align-self: end; }
.nights i.tonight { outline: 2px solid var(--ink); outline-offset: 1px; }
#tools { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-bottom: 10px; }
#tools input { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--soft); border-radius: 7px; padding: 6px 10px; width: 280px; max-width: 100%; }
#tools .filters { display: flex; flex-wrap: wrap; gap: 6px; }
#shown { color: var(--soft); font-size: 13.5px; }
@media (max-width: 758px) {
  .sides, .pair { grid-template-columns: 1fr; }
  .lane { grid-template-columns: 1fr; } .axis { margin-left: 0; }
  .failure > summary .badge { margin-left: 4px; }
  #tools input { width: 100%; }
}
@media (max-width: 560px) {
  table.stack thead { position: absolute; left: -9999px; }
  table.stack, table.stack tbody { display: block; }
  table.stack tr { display: grid; grid-template-columns: auto 1fr; column-gap: 10px; padding: 8px 0; border-bottom: 1px solid var(--line); }
  table.stack td { border: 0; padding: 2px 0; }
  table.stack td.title, table.stack td.wide { grid-column: 1 / -1; }
  table.stack td.number { text-align: left; }
}
`;
