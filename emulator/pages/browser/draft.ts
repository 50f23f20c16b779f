import type { Offer, PageView, WidgetSettings } from '../../domain/pageView.ts';

/** What the end user has picked so far. `amount` is an option, `own` for an amount that is entered, or null. */
export interface Draft {
  readonly currency: string | null;
  readonly network: string | null;
  readonly amount: string | null;
  readonly entered: string;
}

/** The amount of a draft whose amount is entered. */
export const OWN = 'own';

const only = (values: readonly string[]): string | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);

/** The draft with which a page begins: what the checkout preselects, and what leaves no choice. */
export function firstDraft({ preselected, offers, suggestions }: PageView): Draft {
  const named = offers.find(({ asset }) => asset === preselected?.asset);
  const draft = {
    currency: preselected?.currency ?? only(offers.map(({ currency }) => currency)),
    network: named?.network ?? null,
    amount: suggestions && suggestions.amounts.length === 0 && suggestions.isFree ? OWN : null,
    entered: '',
  };
  return settled(draft, offers);
}

/** A draft without a network or currency that goes with no offer, and with those that leave no choice. */
export function settled(draft: Draft, offers: readonly Offer[]): Draft {
  const ofCurrency = offers.filter(({ currency }) => draft.currency === null || currency === draft.currency);
  const network = ofCurrency.some((one) => one.network === draft.network) ? draft.network : null;
  return {
    ...draft,
    network: network ?? (draft.currency === null ? null : only(ofCurrency.map((one) => one.network))),
  };
}

/** The offer that a draft has come down to; undefined while it leaves a choice. */
export const offerOf = ({ currency, network }: Draft, offers: readonly Offer[]): Offer | undefined =>
  offers.find((offer) => offer.currency === currency && offer.network === network);

/** The amount of a draft as text; null if none is chosen. */
export function amountOf({ amount, entered }: Draft, counts: WidgetSettings['entered']): string | null {
  const own = entered.trim() || null;
  if (own !== null && counts === 'always') return own;
  if (own !== null && counts === 'ifLarger' && Number(own) > Number(amount)) return own;
  return amount === OWN ? own : amount;
}
