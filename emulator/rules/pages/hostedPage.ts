import type { AcquiringRequest, Checkout, CheckoutStatus, RequestStatus } from '../../domain/acquiring.ts';
import type { Instant } from '../../domain/clock.ts';
import { always, choice, never } from '../core/ruleKind.ts';

/** The ways to a checkout that need no token: the hosted page, a payment link, the widget. */
export type Way = 'page' | 'link' | 'widget';

/** Where the end user goes when the checkout is over or left. */
export interface WayBack {
  readonly url: string;
  readonly kind: 'return' | 'success' | 'failure';
}

type Ends = Pick<Checkout, 'status' | 'returnUrl' | 'successfulLink' | 'failureLink' | 'type'>;

/** The hosted page of a checkout (§ Checkout, § Crypto acquiring, redirect flow). */
export const hostedPageRules = {
  /** The page of a checkout is that of no other one. */
  pageCheckout: choice((asked: Checkout, _all: () => readonly Checkout[]): Checkout => asked),
  /** The status of a page: it opens for anybody, whatever the state of the checkout. */
  pageStatus: choice((_way: Way, _status: CheckoutStatus): number => 200),
  /** Creating a payment link creates a checkout of its own. */
  checkoutOfLink: choice((made: Checkout, _all: () => readonly Checkout[]): Checkout => made),
  /** A payment link opens the checkout that came with it. */
  checkoutBehindLink: choice((made: Checkout, _all: () => readonly Checkout[]): Checkout => made),
  /** A payment link opens for everybody, however often it was opened. */
  linkOpens: always((_visits: number): boolean => true),
  /** No way to a checkout needs a token (§ Authentication, rule 3). */
  pageNeedsToken: never((_way: Way): boolean => false),
  /** A request created through the API has no page. */
  requestRendered: never((_asset: string, _of: { hasPrice: boolean; status: RequestStatus }): boolean => false),
  /** The view of a checkout has the status of its record. */
  statusOnPage: choice(
    (status: CheckoutStatus, _checkout: Checkout, _at: { now: Instant; request?: AcquiringRequest }): CheckoutStatus =>
      status,
  ),
  /** The reason of a conflict on the page is that of the record. */
  reasonOnPage: choice((reason: string | null): string | null => reason),
  /** The way back: the link for the outcome if it is set, otherwise returnUrl; null if the checkout has none. */
  wayBack: choice(({ status, returnUrl, successfulLink, failureLink }: Ends): WayBack | null => {
    const back = returnUrl === null ? null : ({ url: returnUrl, kind: 'return' } as const);
    if (status === 'SUCCESS') return successfulLink === null ? back : { url: successfulLink, kind: 'success' };
    if (status === 'EXPIRED' || status === 'CONFLICT')
      return failureLink === null ? back : { url: failureLink, kind: 'failure' };
    return back;
  }),
};
