import type { Demand, PageView } from '../../domain/pageView.ts';
import type { Scene } from './choosing.ts';
import { amountField } from './fields.ts';
import { h, svg } from './markup.ts';
import { ownDocument, settings } from './settings.ts';
import { filled, networkName, type Words } from './words.ts';

/** What the end user does while paying. */
export interface Paying {
  readonly amount: string;
  readonly write: (amount: string) => void;
  readonly settle: () => void;
}

/** The part of the page that says what to pay, and where to. */
export function payingPart(scene: Scene, demand: Demand, paying: Paying): HTMLElement {
  const { view, words, problem } = scene;
  const place = { currency: demand.currency, network: networkName(demand.network), standard: demand.standard };
  const isWaiting = view.status === 'REQUEST_CREATED';
  return h(
    'div',
    { class: 'body' },
    stateLine(view, words),
    isWaiting && demand.qr !== null && qrPicture(demand.qr, words.qrOf),
    isWaiting ? demandBlock(demand, words) : h('p', { class: 'note' }, words.detectedMore),
    isWaiting && h('p', { class: 'note' }, filled(words.onlyThis, place)),
    !isWaiting && receivedList(demand, words),
    problem !== null && h('p', { class: 'problem', role: 'alert' }, problem),
    isWaiting && isBalanceOffered(demand) && balanceForm(scene, demand, paying),
  );
}

const isBalanceOffered = (demand: Demand): boolean =>
  demand.isBalanceOffered && (settings.offersBalance === 'anywhere' || ownDocument === 'page');

const stateLine = ({ status }: PageView, words: Words): HTMLElement =>
  h(
    'p',
    { class: 'state', 'data-status': status, 'data-live': 'true' },
    h('i', { 'aria-hidden': 'true' }),
    status === 'REQUEST_CREATED' ? words.waiting : words.detected,
  );

function demandBlock({ due, limits, fee, address, currency }: Demand, words: Words): HTMLElement {
  const range = limits && filled(words.between, { ...limits });
  return h(
    'div',
    { class: 'block' },
    h(
      'div',
      { class: 'row' },
      h(
        'div',
        {},
        h('div', { class: 'hint' }, due ? words.sendExactly : words.sendAny),
        h('div', { class: 'value big' }, due ? `${due.amount} ${due.currency}` : currency),
        range !== null && h('div', { class: 'hint' }, range),
        fee !== null &&
          h('div', { class: 'hint' }, filled(words.feeIncluded, { fee: `${fee.amount} ${fee.currency}` })),
      ),
      due && copyButton(due.amount, words, words.copyAmount),
    ),
    h(
      'div',
      { class: 'row' },
      h('div', {}, h('div', { class: 'hint' }, words.toAddress), h('div', { class: 'address' }, address)),
      copyButton(address, words, words.copyAddress),
    ),
  );
}

/** A button that copies a text; none where the browser has no clipboard for the page. */
function copyButton(text: string, words: Words, label: string): HTMLElement | null {
  // Typed as always there, but a page without TLS has none.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard === undefined) return null;
  const button = h(
    'button',
    {
      type: 'button',
      class: 'quiet copy',
      'aria-label': label,
      click: () => {
        clipboard.writeText(text).then(
          () => {
            button.textContent = words.copied;
          },
          () => button.remove(),
        );
      },
    },
    words.copy,
  );
  return button;
}

const qrPicture = ({ path, size }: NonNullable<Demand['qr']>, label: string): Element =>
  svg(
    'svg',
    { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
    svg('path', { d: path, fill: '#000' }),
  );

/** What was received, and its transaction; where too little was paid, also what was asked for. */
export const receivedList = ({ due, paid, transaction }: Demand, words: Words, isShort = false): HTMLElement | null =>
  paid &&
  h(
    'dl',
    {},
    isShort && due && h('div', {}, h('dt', {}, words.due), h('dd', {}, `${due.amount} ${due.currency}`)),
    h('div', {}, h('dt', {}, words.received), h('dd', {}, `${paid.amount} ${paid.currency}`)),
    transaction !== null &&
      h('div', {}, h('dt', {}, words.transaction), h('dd', {}, h('span', { class: 'address' }, transaction))),
  );

function balanceForm({ words, isBusy }: Scene, { due, limits, currency }: Demand, paying: Paying): HTMLElement {
  return h(
    'form',
    {
      class: 'settle',
      novalidate: true,
      submit: (event) => {
        event.preventDefault();
        paying.settle();
      },
    },
    due === null &&
      amountField({
        id: 'aw-balance-amount',
        label: `${words.balanceAmount} (${currency})`,
        hint: limits && filled(words.between, { ...limits }),
        value: paying.amount,
        write: paying.write,
      }),
    h('button', { type: 'submit', class: 'quiet', id: 'aw-balance', disabled: isBusy }, words.balance),
  );
}
