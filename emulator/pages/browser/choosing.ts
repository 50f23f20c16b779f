import type { Offer, PageView } from '../../domain/pageView.ts';
import { type Draft, OWN, offerOf, settled } from './draft.ts';
import { amountField, type ChoiceField, radioField, selectField } from './fields.ts';
import { h } from './markup.ts';
import { filled, networkName, type Words } from './words.ts';

/** What a part of the page needs: what to show, its words, and whether something is under way. */
export interface Scene {
  readonly view: PageView;
  readonly words: Words;
  readonly isBusy: boolean;
  readonly problem: string | null;
}

/** What the end user does while choosing. */
export interface Choosing {
  readonly draft: Draft;
  /** Changes the draft as it is then; `redraws` is false while a text is written. */
  readonly change: (change: (draft: Draft) => Draft, redraws: boolean) => void;
  readonly submit: () => void;
}

/** The part of the page on which the end user chooses an amount, a currency and a network. */
export function choosingPart(scene: Scene, choosing: Choosing): HTMLElement {
  const { view, words, isBusy, problem } = scene;
  if (view.offers.length === 0) return h('div', { class: 'body' }, h('p', { class: 'note' }, words.nothing));
  const assets = view.look.first === 'currency' ? [currencies, networks] : [networks, currencies];
  const parts = view.look.order === 'amountFirst' ? [amounts, ...assets] : [...assets, amounts];
  return h(
    'form',
    {
      class: 'body',
      novalidate: true,
      submit: (event) => {
        event.preventDefault();
        choosing.submit();
      },
    },
    ...parts.map((part) => part(scene, choosing)),
    problem !== null && h('p', { class: 'problem', role: 'alert' }, problem),
    h('button', { type: 'submit', id: 'aw-proceed', disabled: isBusy }, words.proceed),
  );
}

const field = ({ view, words }: Scene, choices: ChoiceField): HTMLElement =>
  view.look.control === 'select' ? selectField(choices, words.choose) : radioField(choices);

const estimate = ({ words }: Scene, offer: Offer | undefined): string | undefined =>
  offer?.estimate ? `${words.about} ${offer.estimate.amount} ${offer.estimate.currency}` : undefined;

/** Of several offers the first one with each value. */
const distinct = (offers: readonly Offer[], by: 'currency' | 'network'): Offer[] =>
  offers.filter((offer, place) => offers.findIndex((one) => one[by] === offer[by]) === place);

function currencies(scene: Scene, { draft, change }: Choosing): HTMLElement {
  const { view, words } = scene;
  const isSecond = view.look.first === 'network';
  const fitting = view.offers.filter(({ network }) => !isSecond || draft.network === null || network === draft.network);
  return field(scene, {
    name: 'currency',
    label: words.currency,
    options: distinct(fitting, 'currency').map(({ currency, name }) => ({
      value: currency,
      label: currency,
      detail: name,
    })),
    chosen: draft.currency,
    columns: distinct(fitting, 'currency').length > 1 ? 2 : 1,
    pick: (currency) => change((now) => settled({ ...now, currency }, view.offers), true),
  });
}

function networks(scene: Scene, { draft, change }: Choosing): HTMLElement | null {
  const { view, words } = scene;
  const isSecond = view.look.first === 'currency';
  if (isSecond && draft.currency === null) return null;
  const fitting = view.offers.filter(({ currency }) => !isSecond || currency === draft.currency);
  return field(scene, {
    name: 'network',
    label: words.network,
    options: distinct(fitting, 'network').map((offer) => ({
      value: offer.network,
      label: networkName(offer.network),
      detail: offer.standard,
      side: isSecond ? estimate(scene, offer) : undefined,
    })),
    chosen: draft.network,
    columns: 1,
    pick: (network) =>
      change((now) => {
        const isOffered = view.offers.some((one) => one.network === network && one.currency === now.currency);
        const currency = isSecond || isOffered ? now.currency : null;
        return { ...settled({ ...now, network, currency }, view.offers), network };
      }, true),
  });
}

function amounts(scene: Scene, { draft, change }: Choosing): HTMLElement | null {
  const { view, words } = scene;
  const { suggestions, offers } = view;
  if (suggestions === null) return null;
  const { currency, isFree } = suggestions;
  const limits = offerOf(draft, offers)?.limits;
  const options = suggestions.amounts.map((amount) => ({ value: amount, label: `${amount} ${currency}` }));
  const own = isFree ? [{ value: OWN, label: words.otherAmount }] : [];
  return h(
    'div',
    {},
    options.length > 0 &&
      field(scene, {
        name: 'amount',
        label: words.amount,
        options: [...options, ...own],
        chosen: draft.amount,
        columns: 2,
        pick: (amount) => change((now) => ({ ...now, amount }), true),
      }),
    draft.amount === OWN &&
      amountField({
        id: 'aw-entered',
        label: `${words.otherAmount} (${currency})`,
        hint: limits ? filled(words.between, { ...limits }) : null,
        value: draft.entered,
        write: (entered) => change((now) => ({ ...now, entered }), false),
      }),
  );
}
