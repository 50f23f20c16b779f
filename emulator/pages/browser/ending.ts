import type { PageView } from '../../domain/pageView.ts';
import type { Scene } from './choosing.ts';
import { h, svg } from './markup.ts';
import { receivedList } from './paying.ts';
import { ownDocument, settings } from './settings.ts';
import { filled, type Words } from './words.ts';

const CHECK = 'M15 27l8 8 14-17';
const CROSS = 'M18 18l16 16M34 18L18 34';
const CLOCK = 'M26 15v12l8 5';
const PICTURES: Readonly<Record<string, string>> = { SUCCESS: CHECK, EXPIRED: CLOCK };

/** The title of each end. */
export const endTitle = ({ status }: PageView, words: Words): string =>
  status === 'SUCCESS' ? words.success : status === 'EXPIRED' ? words.expired : words.conflict;

/** The part of the page that says how the checkout ended. */
export function endingPart({ view, words }: Scene): HTMLElement {
  const { status, demand, returnTo } = view;
  return h(
    'div',
    { class: 'body' },
    h(
      'div',
      { class: 'end', 'data-status': status },
      svg(
        'svg',
        { viewBox: '0 0 52 52', 'aria-hidden': 'true', fill: 'none', stroke: 'currentColor', 'stroke-width': '3' },
        svg('circle', { cx: '26', cy: '26', r: '23' }),
        svg('path', { d: PICTURES[status] ?? CROSS, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
      ),
      h('h2', { id: 'aw-end', tabindex: '-1' }, endTitle(view, words)),
      h('p', {}, endText(view, words)),
    ),
    demand && receivedList(demand, words, view.reason === 'UNDERPAID'),
    returnTo && wayBack(view, words, returnTo.url),
  );
}

function endText({ status, reason, merchant, demand }: PageView, words: Words): string {
  const shop = { merchant: merchant.text };
  if (status === 'SUCCESS') return filled(words.successMore, shop);
  if (status === 'EXPIRED') return demand ? `${words.expiredMore} ${words.expiredAddress}` : words.expiredMore;
  const isKnown = reason === 'UNDERPAID' || reason === 'WRONG_CURRENCY' || reason === 'OTHER';
  return `${isKnown ? words[reason] : words.conflictMore} ${filled(words.contact, shop)}`;
}

/** The address of a way back; a careless widget knows only the front page of a merchant. */
const leadingTo = (url: string): string =>
  settings.leadsTo === 'frontPage' && ownDocument !== 'page' ? `${new URL(url).origin}/` : url;

/** The link back to the merchant, which takes the whole window along. */
const wayBack = ({ merchant }: PageView, words: Words, url: string): HTMLElement =>
  h(
    'a',
    { class: 'button', href: leadingTo(url), target: '_top', rel: 'noopener noreferrer', id: 'aw-back' },
    filled(words.backTo, { merchant: merchant.text }),
  );
