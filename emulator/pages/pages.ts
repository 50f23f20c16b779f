import { settleFromBalance } from '../acquiring/balanceSettlement.ts';
import { chooseAsset } from '../acquiring/checkoutChoice.ts';
import type { Answer } from '../domain/httpMessages.ts';
import { type Json, writeJson } from '../domain/json.ts';
import type { Money } from '../domain/money.ts';
import { Refusal } from '../domain/refusal.ts';
import { answeringRefusals } from '../http/answers.ts';
import { type Body, decimalOf, readBody, text } from '../http/bodyFields.ts';
import { checkoutForPayer, watchedCheckout } from '../records/checkoutChanges.ts';
import type { Rules } from '../rules/index.ts';
import type { Way } from '../rules/pages/hostedPage.ts';
import { absentDocument, checkoutDocument } from './documents.ts';
import { type CheckoutVisit, readingOrigin, showingDomains, type Visit, visitTo } from './pageContext.ts';
import { offeredAssets, viewOf } from './viewOf.ts';
import { widgetScript } from './widgetScript.ts';

/** Answers a visit to one route; `named` is the path segment that stands for `*`. */
type Route = (visit: Visit, named: string) => Answer;

const ROUTES: readonly (readonly [verb: 'GET' | 'POST', path: string, route: Route])[] = [
  ['GET', 'widget.js', widgetScript],
  ['GET', 'checkout/*', (visit, id) => opened(visit, id, 'page')],
  ['GET', 'link/*', openedLink],
  ['GET', 'checkout/*/frame', (visit, id) => opened(visit, id, 'widget')],
  ['GET', 'pages/checkouts/*', (visit, id) => told(visit, id, () => {})],
  ['POST', 'pages/checkouts/*/choice', (visit, id) => told(visit, id, choose)],
  ['POST', 'pages/checkouts/*/settlement', (visit, id) => told(visit, id, settle)],
];

/** Answers a request to the end user's side, which needs no token; undefined for other paths. */
export function pageAnswer(visit: Visit, segments: readonly string[]): Answer | undefined {
  const found = ROUTES.find(([verb, path]) => verb === visit.call.verb && matches(path.split('/'), segments));
  if (found === undefined) return undefined;
  const [, path, route] = found;
  return route(visit, segments[path.split('/').indexOf('*')] ?? '');
}

const matches = (path: readonly string[], segments: readonly string[]): boolean =>
  path.length === segments.length && path.every((part, place) => part === '*' || part === segments[place]);

/** The document of a checkout, by one of the ways to it. */
function opened(visit: Visit, id: string, way: Way): Answer {
  const { rules } = visit;
  try {
    if (rules.pageNeedsToken(way)) return absentDocument(rules, 401);
    const at = visitTo(visit, id);
    const { checkout } = at;
    const status = rules.pageStatus(way, checkout.status);
    if (status !== 200) return absentDocument(rules, status);
    const names = showingDomains(at);
    return checkoutDocument(rules, {
      title: `${checkout.name ?? 'Checkout'} · ${checkout.project.name}`,
      up: way === 'widget' ? '../../' : '../',
      kind: way === 'widget' ? 'frame' : 'page',
      checkoutId: checkout.id,
      framedBy: way === 'widget' ? rules.framesAllowed(names, checkout.status) : rules.hostedFrames(names),
    });
  } catch (error) {
    if (error instanceof Refusal) return absentDocument(rules, 404);
    throw error;
  }
}

/** The document of the checkout of a payment link. */
function openedLink(visit: Visit, link: string): Answer {
  const { instance, rules } = visit;
  const { links, linkVisits } = instance.pages;
  const visits = linkVisits.get(link) ?? 0;
  linkVisits.set(link, visits + 1);
  if (!rules.linkOpens(visits)) return absentDocument(rules, 404);
  const made = instance.checkouts.get(links.get(link) ?? '');
  return opened(visit, made ? rules.checkoutBehindLink(made, () => [...instance.checkouts.values()]).id : '', 'link');
}

/** Acts for the end user, and tells the page what to show then and what has changed since it last asked. */
function told(visit: Visit, id: string, act: (at: CheckoutVisit) => void): Answer {
  let reader: string | null = null;
  const answer = answeringRefusals(visit, () => {
    const at = visitTo(visit, id);
    if (visit.call.verb === 'GET') chooseByItself(at);
    if (!visit.rules.originComesFirst()) act(at);
    reader = readingOrigin(at);
    if (visit.rules.originComesFirst()) act(at);
    return { status: 200, contentType: 'application/json; charset=utf-8', text: writeJson(news(visit, at)) };
  });
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...answer.headers };
  return {
    ...answer,
    headers: reader === null ? headers : { ...headers, 'access-control-allow-origin': reader, vary: 'origin' },
  };
}

function news(visit: Visit, { checkout: { id } }: CheckoutVisit): Json {
  const at = visitTo(visit, id);
  const { instance, rules, account, checkout } = at;
  const watched = watchedCheckout(instance, checkout.id);
  const { changes, dropped } = watched;
  const known = Number(visit.call.query.get('seen') ?? dropped + changes.length);
  const seen = Math.max(0, rules.changesKnown(known, watched.told) - dropped);
  watched.told = dropped + changes.length;
  const secrets = {
    tokens: account.tokens,
    others: () =>
      [...instance.checkouts.values()]
        .filter((other) => other.id !== checkout.id && other.owner === account.ownerId)
        .slice(-3)
        .map((other) => checkoutForPayer({ instance, rules }, other)),
    status: checkout.status,
    type: checkout.type,
  };
  const told = changes.slice(seen).flatMap((record) => {
    const status = String(record['status']);
    const times = rules.changeTold(status, checkout) ? rules.timesTold(status, checkout) : 0;
    return Array.from({ length: times }, () => record);
  });
  return {
    view: viewOf(at) as unknown as Json,
    changes: told.map((record) => rules.eventCheckout(record)),
    seen: dropped + changes.length,
    extras: rules.pageExtras(secrets) ?? undefined,
    stored: rules.pageStored(secrets),
    reportTo: rules.pageReportsTo(checkout.project.domain),
  };
}

/** Chooses what is preselected, or the first asset, without the end user, which only a careless service does. */
function chooseByItself(at: CheckoutVisit): void {
  const { rules, checkout } = at;
  const offered = offeredAssets(at);
  const asset = rules.preselectedOnPage(checkout.preselected, offered, checkout.type)?.asset ?? offered[0]?.id;
  if (checkout.status === 'NEW' && asset && rules.choosesOnOpening(checkout.type))
    chooseAsset(at, checkout, { asset, amount: null });
}

function choose(at: CheckoutVisit): void {
  const { rules, checkout, call } = at;
  const body = readBody(call.body.toString('utf8'));
  const offered = offeredAssets(at);
  const named = rules.choiceOnPage(text(body, 'asset') ?? '', { offered, checkout });
  if (!offered.some(({ id }) => id === named)) throw new Refusal('bad_value', 'The page does not offer this asset');
  const amount = amountIn(rules, body);
  chooseAsset(at, checkout, { asset: named, amount });
}

function settle(at: CheckoutVisit): void {
  const { instance, rules, checkout, call } = at;
  const request = instance.requests.get(checkout.requestId ?? '');
  if (request === undefined) throw new Refusal('illegal_move', 'No currency is chosen yet');
  settleFromBalance(at, { checkout, request }, amountIn(rules, readBody(call.body.toString('utf8'))));
}

/** The amount that an end user wrote, which a page sends as text; null if there is none. */
function amountIn(rules: Rules, body: Body): Money | null {
  const written = text(body, 'amount', 100);
  if (written === null) return null;
  const amount = decimalOf(rules.amountReadOnPage(written));
  if (amount === undefined || !amount.gt(0)) throw new Refusal('bad_amount', 'The amount is not a positive number');
  return amount;
}
