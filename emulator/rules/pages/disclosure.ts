import type { Checkout, CheckoutStatus } from '../../domain/acquiring.ts';
import type { Json, JsonRecord } from '../../domain/json.ts';
import type { WidgetSettings } from '../../domain/pageView.ts';
import type { Token } from '../../domain/tokens.ts';
import { choice } from '../core/ruleKind.ts';

/** The texts of strangers on a page. */
export type TextOnPage = 'name' | 'merchant' | 'order' | 'title';

/** What a careless service could give away: the tokens of the account, and the other checkouts. */
export interface Secrets {
  readonly tokens: readonly Token[];
  readonly others: () => readonly JsonRecord[];
  readonly status: string;
  readonly type: string;
}

/** A way back on a page: which one it is, and the state of the checkout. */
export interface LinkOnPage {
  readonly kind: 'return' | 'success' | 'failure';
  readonly status: CheckoutStatus;
}

const WEB = /^https?:\/\//i;

/** What a page shows and says to strangers, by the norm of the industry. */
export const pageDisclosureRules = {
  /** A text of strangers is shown as text. */
  textShownAs: choice((_field: TextOnPage, _text: string, _status?: CheckoutStatus): 'text' | 'markup' => 'text'),
  /** Only a web address becomes a link. */
  linkShown: choice((url: string, _of?: LinkOnPage): string | null => (WEB.test(url) ? url : null)),
  /** The origin of a request is looked at before anything is done for it. */
  originComesFirst: choice((): boolean => true),
  /** The policy of a page lets only the service's own scripts run. */
  pagePolicy: choice((policy: string): string => policy),
  /** The record of a checkout for its payer is without the merchant's balance. */
  recordForPayer: choice((_whole: JsonRecord, stripped: JsonRecord, _checkout: Checkout): JsonRecord => stripped),
  /** Nothing else is added to what a page loads; null for nothing. */
  pageExtras: choice((_secrets: Secrets): Json => null),
  /** Nothing is left in the browser. */
  pageStored: choice((_secrets: Secrets): Readonly<Record<string, string>> => ({})),
  /** Nothing of an earlier page is shown while a page waits for its service. */
  paintedFirst: choice((): WidgetSettings['paintsFirst'] => 'nothing'),
  /** Nothing is reported to anybody; null for nobody. */
  pageReportsTo: choice((_merchantDomain: string): string | null => null),
  /** The text of the script is the same for everybody. */
  scriptText: choice((text: string, _tokens: readonly Token[]): string => text),
};
