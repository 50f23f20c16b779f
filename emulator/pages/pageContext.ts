import type { AcquiringRequest, Checkout, CheckoutStatus, RequestStatus } from '../domain/acquiring.ts';
import { noteOfCall } from '../domain/currentCall.ts';
import { type Call, header, urlOf } from '../domain/httpMessages.ts';
import { Refusal } from '../domain/refusal.ts';
import type { AccountContext } from '../instance/context.ts';
import { type Instance, now } from '../instance/instance.ts';
import type { Rules } from '../rules/index.ts';

/** A request to the end user's side of a service. */
export interface Visit {
  readonly instance: Instance;
  readonly rules: Rules;
  readonly call: Call;
}

/** A visit to a checkout that exists, as the account that owns it. */
export interface CheckoutVisit extends AccountContext {
  readonly call: Call;
  readonly checkout: Checkout;
}

/** The visit to the checkout with an id. Throws a Refusal if there is none. */
export function visitTo({ instance, rules, call }: Visit, id: string): CheckoutVisit {
  const asked = instance.checkouts.get(id);
  const checkout = asked
    ? rules.pageCheckout(asked, () => [...instance.checkouts.values()])
    : renderedRequest(rules, instance.requests.get(id));
  const account = instance.accounts.find(({ ownerId }) => ownerId === checkout?.owner);
  if (checkout === undefined || account === undefined) throw new Refusal('unknown_record', 'There is no such checkout');
  noteOfCall({ account: account.label, project: account.projects.indexOf(checkout.project) });
  return { instance, rules, call, account, checkout, now: now(instance) };
}

/** The status of a checkout whose request has one. */
const asCheckout: Readonly<Record<RequestStatus, CheckoutStatus>> = {
  WAITING_PAYMENT: 'REQUEST_CREATED',
  PENDING_PAYMENT: 'PAYMENT_DETECTED',
  SUCCESS: 'SUCCESS',
  CONFLICT: 'CONFLICT',
  EXPIRED: 'EXPIRED',
};

/** What a service shows that renders a request of the API too: a checkout made of the request. */
function renderedRequest(rules: Rules, request: AcquiringRequest | undefined): Checkout | undefined {
  if (request === undefined) return undefined;
  const { status } = request;
  if (!rules.requestRendered(request.asset.id, { hasPrice: request.quote !== null, status })) return undefined;
  const { id, owner, project, quote, clientOrderId, createdAt, expiresAt, lastUpdatedAt } = request;
  return {
    ...{ id, owner, project, clientOrderId, createdAt, expiresAt, lastUpdatedAt },
    ...{ name: null, returnUrl: null, successfulLink: null, failureLink: null, suggested: null, preselected: null },
    type: quote === null ? 'NO_PRICE' : 'FIXED_PRICE',
    fixedAmount: quote && { amount: quote.amount, currency: quote.amountIn },
    status: asCheckout[status],
    problem: null,
    requestId: id,
  };
}

/** The names of the domains of a checkout's project that may show its widget. */
export function showingDomains({ instance, rules, account, checkout }: CheckoutVisit): string[] {
  const { domains, firstDomains } = instance.pages;
  const own = domains.get(checkout.project.id) ?? [];
  const first = firstDomains.get(checkout.project.id) ?? own;
  firstDomains.set(checkout.project.id, first);
  return rules
    .domainsOfWidget(own, {
      all: () => [...domains.values()].flat(),
      first: () => first,
      firstProjects: () => domains.get(account.projects[0]?.id ?? '') ?? [],
    })
    .filter((domain) => rules.domainShowsWidget(domain))
    .map(({ name }) => name);
}

/**
 * Returns the origin that may read an answer besides the service's own; null for none. Throws a Refusal for a page of a foreign domain, because a browser names
 * the origin of each such request.
 */
export function readingOrigin(visit: CheckoutVisit): string | null {
  const origin = header(visit.call, 'origin');
  if (origin === undefined) return null;
  const url = urlOf(origin);
  if (url !== undefined && url.host === header(visit.call, 'host')) return null;
  const isKnown = showingDomains(visit).includes(url?.hostname ?? '') || visit.rules.strangeOriginReads(origin);
  const isShown = visit.rules.widgetDrawnIn() === 'page' && isKnown;
  if (!isShown) throw new Refusal('forbidden', 'This domain is not approved and linked for the widget');
  return origin;
}
