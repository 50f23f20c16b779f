import type { PageFront, PageState } from './pageFront.ts';

/** Ways in which the same page may be written. */
export type PageStyle = 'radios' | 'lists' | 'cards';

/** What may be wrong with a page; none of it by default. */
export interface PageFaults {
  /** The status of the page itself. */
  pageStatus?: number;
  /** What the page gets to know, changed. */
  state?: (state: PageState) => Record<string, unknown>;
  /** Settling from the sandbox balance does nothing. */
  settlesNothing?: boolean;
  /** The widget works everywhere. */
  anyDomain?: boolean;
  /** A script that runs in the page or the widget before it renders: it may replace any of the functions below. */
  script?: string;
  /** The page of one checkout gets to know of all others. */
  mixes?: boolean;
  /** The page shows requests, too. */
  showsRequests?: boolean;
}

/** Words of the pages, by style: one of them speaks German. */
const words: Readonly<Record<PageStyle, Readonly<Record<string, string>>>> = {
  radios: {
    go: 'Continue',
    amount: 'Amount',
    back: 'Return to the shop',
    balance: 'Pay from sandbox balance',
    to: 'Send to',
  },
  lists: {
    go: 'Weiter',
    amount: 'Betrag',
    back: 'Zum Händler zurück',
    balance: 'Aus Guthaben der Sandbox zahlen',
    to: 'Adresse',
  },
  cards: { go: 'Next', amount: 'How much?', back: 'Back to store', balance: 'Settle with test balance', to: 'Address' },
};

/** What all pages share: they ask for the state and show it. Each style has its own \`choices\`. */
const core = `
const names = { ETHEREUM: 'Ethereum (ERC-20)', TRON: 'Tron (TRC-20)', SOLANA: 'Solana', POLYGON: 'Polygon', BITCOIN: 'Bitcoin' };
const chain = (asset) => asset.slice(0, asset.lastIndexOf('_'));
const coin = (asset) => asset.slice(asset.lastIndexOf('_') + 1);
const make = (tag, attributes = {}, ...children) => {
  const one = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) name.startsWith('on') ? (one[name] = value) : one.setAttribute(name, value);
  one.append(...children);
  return one;
};
const hooks = {
  addressFirst: false,
  assets: (state) => state.options.cryptoCurrencies,
  preselected: (state) => state.preselectedCryptoCurrency,
  limits: (state, asset) => state.type === 'NO_PRICE' ? state.options.limits[asset] : state.options.amountInOptions[asset][state.suggested.currency],
  isWithin: (amount, { minLimit, maxLimit }) => amount >= minLimit && amount <= maxLimit,
  amounts: (state) => state.suggested.amounts,
  manual: (state) => state.suggested.manualInput,
  back: (state) => state.returnUrl,
  title: (state) => make('h1', {}, state.name),
  width: (screen) => screen <= 758 ? '100%' : '392px',
  listen: () => {},
  changed: (element, state) => element.dispatchEvent(new CustomEvent('statusChanged', { detail: { service: state } })),
};
const call = async (path, body) => {
  const answer = await fetch(base + '/front/' + path, { method: body ? 'POST' : 'GET', ...(body && { body: JSON.stringify(body) }) });
  return answer.ok ? answer.json() : undefined;
};
class App {
  constructor(root, id, element) { Object.assign(this, { root, id, element, asset: undefined, amount: undefined, shown: '' }); }
  async run() {
    const state = await call('state/' + this.id);
    if (!state) return;
    if (this.status !== undefined && this.status !== state.status) hooks.changed(this.element, state);
    this.status = state.status;
    this.asset ??= hooks.preselected(state);
    const shown = state.status + JSON.stringify(state.request?.address ?? null);
    if (shown !== this.shown) { this.shown = shown; this.render(state); }
    setTimeout(() => this.run(), 150);
  }
  render(state) {
    const { root } = this;
    root.replaceChildren(hooks.title(state));
    if (state.fixedAmount) root.append(make('p', {}, money(state.fixedAmount.amount) + ' ' + state.fixedAmount.currency));
    if (state.status === 'NEW') root.append(...choices(this, state), this.amounts(state), this.button(state));
    else if (state.status === 'REQUEST_CREATED') root.append(...this.payment(state));
    else root.append(make('p', { role: 'status' }, state.status === 'SUCCESS' ? '✓' : state.status));
    const back = hooks.back(state);
    if (back && /^https?:/.test(back)) root.append(make('a', { href: back }, words.back));
  }
  amounts(state) {
    const box = make('div');
    if (state.type === 'NO_PRICE' && hooks.addressFirst) return box;
    if (state.type === 'SUGGESTED_FIXED_PRICE')
      for (const amount of hooks.amounts(state))
        box.append(make('button', { type: 'button', onclick: () => { this.amount = amount; } }, amount + ' ' + state.suggested.currency));
    if (state.type === 'NO_PRICE' || (state.type === 'SUGGESTED_FIXED_PRICE' && hooks.manual(state)))
      box.append(make('label', {}, words.amount, make('input', { inputmode: 'decimal', oninput: (event) => { this.amount = event.target.value; } })));
    box.append(make('p', { role: 'alert' }));
    return box;
  }
  button(state) { return make('button', { type: 'button', onclick: () => this.go(state) }, words.go); }
  async go(state) {
    if (!this.asset) return;
    const isFixed = state.type === 'FIXED_PRICE' || (state.type === 'NO_PRICE' && hooks.addressFirst);
    if (!isFixed && !hooks.isWithin(Number(this.amount), hooks.limits(state, this.asset))) {
      this.root.querySelector('[role=alert]').textContent = '!';
      return;
    }
    await call('choose/' + this.id, { asset: this.asset, ...(state.type === 'SUGGESTED_FIXED_PRICE' && { amount: String(this.amount) }) });
  }
  payment({ request, id, type }) {
    const isFree = type === 'NO_PRICE';
    const entry = make('input', { 'aria-label': words.amount });
    const pay = () => call('settle/' + id, isFree ? { amount: entry.value } : {});
    return [
      ...(isFree && hooks.addressFirst ? [entry] : []),
      make('p', {}, (isFree ? '' : money(request.payAmount) + ' ') + request.currency + ' ' + names[request.blockchain]),
      showsTo(request.address),
      make('button', { type: 'button', onclick: pay }, words.balance),
    ];
  }
}
`;

/** What differs: how a page lets its users choose, writes amounts, and shows an address. */
const styles: Readonly<Record<PageStyle, string>> = {
  radios: `
const money = (amount) => Number(amount).toFixed(2);
const showsTo = (address) => make('p', {}, words.to + ': ', make('code', {}, address));
let choices = (app, state) => [make('fieldset', {}, make('legend', {}, 'Pay with'), ...hooks.assets(state).map((asset) => {
  const input = make('input', { type: 'radio', name: 'asset', onchange: () => { app.asset = asset; } });
  input.checked = app.asset === asset;
  return make('label', {}, input, coin(asset) + ' on ' + names[chain(asset)]);
}))];`,
  lists: `
const money = (amount) => Number(amount).toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 8 });
const showsTo = (address) => make('p', {}, make('input', { readonly: '', value: address, 'aria-label': words.to }));
const list = (label, all, chosen, onchange) => {
  const select = make('select', { 'aria-label': label, onchange: (event) => onchange(event.target.value) }, make('option', { value: '' }, '–'), ...all.map(([value, text]) => make('option', { value }, text)));
  select.value = chosen ?? '';
  return select;
};
let choices = (app, state) => {
  const all = hooks.assets(state);
  let [network, currency] = app.asset ? [chain(app.asset), coin(app.asset)] : [];
  const box = make('div');
  const draw = () => {
    app.asset = network && currency ? network + '_' + currency : undefined;
    const currencies = [...new Set(all.filter((one) => chain(one) === network).map(coin))];
    box.replaceChildren(
      list('Netzwerk', [...new Set(all.map(chain))].map((one) => [one, names[one]]), network, (value) => { network = value; currency = undefined; draw(); }),
      list('Währung', currencies.map((one) => [one, one]), currency, (value) => { currency = value; draw(); }),
    );
  };
  draw();
  return [box];
};`,
  cards: `
hooks.addressFirst = true;
const money = (amount) => String(amount);
const showsTo = (address) => make('div', {}, make('span', {}, words.to), make('div', {}, address));
const card = (text, isOn, onclick) => make('div', { style: 'cursor:pointer', tabindex: '0', role: 'radio', 'aria-checked': String(isOn), onclick }, text);
let choices = (app, state) => {
  const all = hooks.assets(state);
  let currency = app.asset ? coin(app.asset) : undefined;
  const box = make('div');
  const draw = () => {
    const cards = [...new Set(all.map(coin))].map((one) => card(one, one === currency, () => { currency = one; app.asset = undefined; setTimeout(draw, 300); }));
    const networks = all.filter((one) => coin(one) === currency).map((one) => card(names[chain(one)], one === app.asset, () => { app.asset = one; setTimeout(draw, 300); }));
    box.replaceChildren(make('div', { role: 'radiogroup' }, ...cards), make('div', { role: 'radiogroup' }, ...networks));
  };
  draw();
  return [box];
};`,
};

const scriptOf = ({ url, style, faults }: PageFront) =>
  `const base = ${JSON.stringify(url)};\nconst words = ${JSON.stringify(words[style])};\n${core}\n${styles[style]}\n${faults.script ?? ''}`;

const delays: Readonly<Record<PageStyle, number>> = { radios: 0, lists: 0, cards: 700 };

/** Writes the hosted page of a checkout. */
export const pageFor = (
  front: PageFront,
  id: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pay</title></head><body><main></main>
<script>(() => {${scriptOf(front)}
setTimeout(() => {
  let root = document.querySelector('main');
  ${front.style === 'lists' ? "root = root.attachShadow({ mode: 'closed' });" : ''}
  void new App(root, ${JSON.stringify(id)}, document.body).run();
}, ${delays[front.style]});
})()</script></body></html>`;

/** Writes the script of the widget. */
export const widgetFor = (front: PageFront): string => `(() => {${scriptOf(front)}
customElements.define('app-widget', class extends HTMLElement {
  connectedCallback() {
    this.style.display = 'block';
    const fit = () => { this.style.width = hooks.width(innerWidth); };
    hooks.listen(this);
    fit();
    addEventListener('resize', fit);
    const root = this.attachShadow({ mode: 'closed' });
    const box = make('div');
    root.append(box);
    void new App(box, this.id, this).run();
  }
});
})();`;
