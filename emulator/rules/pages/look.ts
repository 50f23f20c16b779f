import type { Look, WidgetSettings } from '../../domain/pageView.ts';
import { manner } from '../core/ruleKind.ts';

/** The freedoms that interface.md leaves to pages; no requirement may depend on them. */
export const lookRules = {
  /** The language of the page. */
  pageLanguage: manner((): Look['language'] => 'en'),
  /** The words of the page. */
  pageWording: manner((): Look['wording'] => 'plain'),
  /** Choices are radio buttons or lists. */
  pageControl: manner((): Look['control'] => 'buttons'),
  /** The end user chooses the currency, then its network, or the other way round. */
  pageChoosesFirst: manner((): Look['first'] => 'currency'),
  /** The amount is asked before or after the asset. */
  pageOrder: manner((): Look['order'] => 'amountFirst'),
  /** The end user follows a link back, or the page goes back by itself. */
  pageReturns: manner((): Look['returns'] => 'link'),
  /** The page asks for news after this time, in milliseconds. */
  pagePollMs: manner((): number => 700),
  /** The pause after a failure is always the same, or twice as long after each. */
  pageRetries: manner((): WidgetSettings['retries'] => 'steadily'),
  /** A QR code of the address is shown. */
  qrShown: manner((): boolean => true),
  /** The delay of scripts and of what pages load, in milliseconds. */
  pageDelayMs: manner((): number => 0),
  /** The encapsulation of the page's elements. */
  pageShadow: manner((): 'open' | 'closed' | 'none' => 'open'),
};
