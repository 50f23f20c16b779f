const colours = `
.aw{--page:#f4f5f8;--card:#fff;--text:#161a22;--muted:#596273;--line:#e1e4ea;--soft:#f4f6fa;--accent:#2952d9;--on-accent:#fff;--good:#0b7a4b;--bad:#b3261e;--warn:#8a5a00;--ring:rgba(41,82,217,.35)}
@media (prefers-color-scheme:dark){.aw{--page:#0d1016;--card:#161a22;--text:#e9ecf3;--muted:#a3adbd;--line:#2b3240;--soft:#1e2430;--accent:#8fabff;--on-accent:#0d1430;--good:#5bd69c;--bad:#ff9a92;--warn:#f0c26b;--ring:rgba(143,171,255,.4)}}
`;

const frame = `
.aw,.aw *{box-sizing:border-box}
.aw{color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;text-align:start;-webkit-font-smoothing:antialiased}
.aw .card{background:var(--card);border:1px solid var(--line);border-radius:16px;overflow:hidden}
.aw .head{padding:20px 24px 18px;border-bottom:1px solid var(--line)}
.aw .shop{display:flex;align-items:center;gap:10px;color:var(--muted);font-size:14px;min-width:0}
.aw .shop .who{overflow-wrap:anywhere}
.aw .mark{flex:none;width:28px;height:28px;border-radius:8px;background:var(--soft);border:1px solid var(--line);color:var(--text);display:grid;place-items:center;font-weight:600;font-size:13px}
.aw h1{font-size:17px;font-weight:600;line-height:1.35;margin:14px 0 0;overflow-wrap:anywhere}
.aw .price{font-size:30px;font-weight:650;letter-spacing:-.02em;line-height:1.2;margin:4px 0 0;font-variant-numeric:tabular-nums}
.aw .price small{font-size:16px;font-weight:500;color:var(--muted);letter-spacing:0}
.aw .order{color:var(--muted);font-size:13px;margin:6px 0 0;overflow-wrap:anywhere}
.aw .body{padding:20px 24px 24px;display:grid;gap:20px}
.aw .foot{border-top:1px solid var(--line);padding:12px 24px;display:flex;justify-content:space-between;align-items:center;gap:16px;font-size:14px;color:var(--muted)}
.aw .foot time{font-variant-numeric:tabular-nums;color:var(--text);font-weight:600}
.aw[data-layout=mobile] .card{border-radius:0;border-inline:0;border-top:0}
.aw[data-layout=mobile] .card>*{padding-inline:max(20px,calc((100% - 480px)/2))}
.aw[data-layout=mobile] .tile,.aw[data-layout=mobile] button,.aw[data-layout=mobile] .button,.aw[data-layout=mobile] select,.aw[data-layout=mobile] input[type=text]{min-height:52px}
.aw-page{background:#f4f5f8}
.aw-page body{min-height:100vh;padding:48px 0;box-sizing:border-box}
.aw-page main{display:flex;justify-content:center}
@media (max-width:758px){.aw-page body{padding:0}}
@media (prefers-color-scheme:dark){.aw-page{background:#0d1016}}
`;

const choices = `
.aw fieldset{border:0;margin:0;padding:0;min-width:0}
.aw legend,.aw .label{display:block;padding:0;margin:0 0 8px;font-size:14px;font-weight:600}
.aw .tiles{display:grid;gap:8px}
.aw .tiles.three{grid-template-columns:repeat(3,1fr)}
.aw .tiles.two{grid-template-columns:repeat(2,1fr)}
.aw .tile{position:relative;display:flex;align-items:center;justify-content:space-between;gap:12px;min-height:46px;padding:8px 14px;border:1px solid var(--line);border-radius:10px;background:var(--card);cursor:pointer;font-weight:500;font-variant-numeric:tabular-nums}
.aw .tile:hover{border-color:var(--muted)}
.aw .tile input{position:absolute;opacity:0;inset:0;width:100%;height:100%;margin:0;cursor:pointer}
.aw .tile:has(input:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.aw .tile:has(input:focus-visible){outline:3px solid var(--ring);outline-offset:1px}
.aw .tile small{color:var(--muted);font-weight:400;font-size:13px}
.aw .tile .side{color:var(--muted);font-size:14px;font-weight:400;text-align:end}
.aw select,.aw input[type=text]{width:100%;min-height:46px;padding:8px 12px;border:1px solid var(--muted);border-radius:10px;background:var(--card);color:var(--text);font:inherit}
.aw .own{margin-top:16px;display:grid;gap:6px}
.aw .own .label{margin:0}
.aw .settle{display:grid;gap:14px}
.aw .settle .own{margin-top:0}
.aw .hint{margin:0;color:var(--muted);font-size:13px}
`;

const actions = `
.aw button,.aw .button{display:flex;align-items:center;justify-content:center;min-height:48px;padding:10px 18px;border-radius:10px;border:1px solid transparent;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-decoration:none;text-align:center;cursor:pointer;width:100%}
.aw button:hover,.aw .button:hover{filter:brightness(1.06)}
.aw button[disabled]{opacity:.55;cursor:default}
.aw .quiet{background:transparent;color:var(--text);border-color:var(--line)}
.aw .quiet:hover{border-color:var(--muted)}
.aw button.copy{width:auto;min-height:34px;padding:4px 12px;font-size:13px;flex:none}
.aw :focus-visible{outline:3px solid var(--ring);outline-offset:2px}
.aw .leave{color:var(--muted);text-decoration:none}
.aw .leave:hover{text-decoration:underline}
.aw .problem{margin:0;padding:10px 14px;border-radius:10px;border:1px solid var(--bad);color:var(--bad);font-size:14px}
`;

const payment = `
.aw .row{display:flex;align-items:center;justify-content:space-between;gap:12px}
.aw .row>div{min-width:0}
.aw .value{font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.aw .value.big{font-size:22px;letter-spacing:-.01em}
.aw .address{font:500 14px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.aw .qr{display:block;width:188px;height:188px;margin:0 auto;border-radius:12px;background:#fff;border:1px solid var(--line)}
.aw .note{margin:0;padding:10px 14px;border-radius:10px;background:var(--soft);font-size:13.5px;color:var(--text)}
.aw .block{border:1px solid var(--line);border-radius:12px}
.aw .block>*{padding:12px 14px}
.aw .block>*+*{border-top:1px solid var(--line)}
.aw .state{display:flex;align-items:center;gap:10px;margin:0;font-weight:600}
.aw .state i{flex:none;width:10px;height:10px;border-radius:50%;background:var(--warn)}
.aw .state[data-status=PAYMENT_DETECTED] i{background:var(--accent)}
.aw .state[data-status=SUCCESS] i{background:var(--good)}
.aw .state[data-status=EXPIRED] i,.aw .state[data-status=CONFLICT] i{background:var(--bad)}
.aw .state:empty{display:none}
@media (prefers-reduced-motion:no-preference){.aw .state[data-live=true] i{animation:aw-beat 1.6s ease-in-out infinite}}
@keyframes aw-beat{50%{opacity:.25}}
.aw .end{display:grid;justify-items:center;text-align:center;gap:8px;padding:8px 0}
.aw .end svg{width:52px;height:52px}
.aw .end[data-status=SUCCESS]{color:var(--good)}
.aw .end[data-status=EXPIRED],.aw .end[data-status=CONFLICT]{color:var(--bad)}
.aw .end h2{margin:6px 0 0;font-size:20px;color:var(--text)}
.aw .end p{margin:0;color:var(--muted)}
.aw dl{margin:0;display:grid;gap:8px}
.aw dl div{display:flex;justify-content:space-between;gap:16px;font-size:14px}
.aw dt{color:var(--muted);flex:none}
.aw dd{margin:0;text-align:end;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.aw .silent{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

/** The styles of everything that is drawn for a checkout. */
export const styles = [colours, frame, choices, actions, payment].join('');
