import type { PageView } from '../../domain/pageView.ts';
import { settings } from './settings.ts';

const ASSET = 'app-widget-asset';

/** Keeps the asset of a choice, which only a careless service does. */
export function rememberChoice(asset: string): void {
  if (settings.remembers === 'asset') localStorage.setItem(ASSET, asset);
}

/** A view as a service shows it that knows its visitor: with the asset of the last choice preselected, or with the first address that it showed for an asset. */
export function asRemembered(view: PageView): PageView {
  const { offers, demand } = view;
  const last = settings.remembers === 'asset' ? localStorage.getItem(ASSET) : null;
  const offer = offers.find(({ asset }) => asset === last);
  if (offer) return { ...view, preselected: { currency: offer.currency, asset: offer.asset } };
  if (settings.remembers !== 'address' || demand === null) return view;
  const key = `app-widget-to-${demand.network}-${demand.currency}`;
  const address = localStorage.getItem(key) ?? demand.address;
  localStorage.setItem(key, address);
  return { ...view, demand: { ...demand, address } };
}
