import type { PageView } from '../../domain/pageView.ts';
import { type Choosing, choosingPart, type Scene } from './choosing.ts';
import { endingPart, endTitle } from './ending.ts';
import { h, shownText } from './markup.ts';
import { type Paying, payingPart } from './paying.ts';
import { filled, type Words } from './words.ts';

const FINAL: readonly string[] = ['SUCCESS', 'EXPIRED', 'CONFLICT'];

/** True if a checkout is over. */
export const isOver = ({ status }: PageView): boolean => FINAL.includes(status);

/** The whole card of a checkout. `clock` is the element in which the time left counts down. */
export function screen(scene: Scene, at: { choosing: Choosing; paying: Paying; clock: HTMLElement }): HTMLElement {
  const { view } = scene;
  return h(
    'section',
    { class: 'card', 'aria-label': view.merchant.text },
    head(scene),
    part(scene, at),
    !isOver(view) && foot(scene, at.clock),
  );
}

function part(scene: Scene, { choosing, paying }: { choosing: Choosing; paying: Paying }): HTMLElement {
  const { view } = scene;
  if (isOver(view)) return endingPart(scene);
  return view.status === 'NEW' || view.demand === null
    ? choosingPart(scene, choosing)
    : payingPart(scene, view.demand, paying);
}

function head({ view, words }: Scene): HTMLElement {
  const { merchant, name, price, order } = view;
  const initial = [...merchant.text.trim()][0] ?? '·';
  return h(
    'header',
    { class: 'head' },
    h(
      'div',
      { class: 'shop' },
      h('span', { class: 'mark', 'aria-hidden': 'true' }, initial.toUpperCase()),
      shownText('span', merchant, 'who'),
    ),
    shownText('h1', name ?? { text: words.pay, as: 'text' }, 'name'),
    price && h('p', { class: 'price' }, price.amount, ' ', h('small', {}, price.currency)),
    price === null && view.suggestions === null && h('p', { class: 'price' }, h('small', {}, words.anyAmount)),
    order && h('p', { class: 'order' }, `${words.order} `, shownText('span', order, 'number')),
  );
}

/** The time left, and the way to leave. Who has paid has no time to keep and nothing to cancel. */
function foot({ view, words }: Scene, clock: HTMLElement): HTMLElement | null {
  const { returnTo, merchant } = view;
  const isPaid = view.status === 'PAYMENT_DETECTED';
  if (isPaid && returnTo === null) return null;
  return h(
    'footer',
    { class: 'foot' },
    !isPaid && h('span', {}, `${words.timeLeft} `, clock),
    returnTo &&
      h(
        'a',
        { class: 'leave', href: returnTo.url, target: '_top', rel: 'noopener noreferrer', id: 'aw-leave' },
        isPaid ? filled(words.backTo, { merchant: merchant.text }) : words.cancel,
      ),
  );
}

/** What a screen reader says when the status changes. */
export const spoken = (view: PageView, words: Words): string => {
  if (isOver(view)) return endTitle(view, words);
  if (view.status === 'PAYMENT_DETECTED') return words.detected;
  return view.status === 'REQUEST_CREATED' ? words.waiting : '';
};
