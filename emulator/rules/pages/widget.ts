import type { Checkout, CheckoutStatus, Domain } from '../../domain/acquiring.ts';
import type { JsonRecord } from '../../domain/json.ts';
import type { WidgetSettings } from '../../domain/pageView.ts';
import { choice, manner, predicate } from '../core/ruleKind.ts';

/** The embedded widget (§ Crypto acquiring, embedded widget flow; § Widget callback event; § Project settings, Domains). */
export const widgetRules = {
  /** The width of the widget on a desktop, in pixels. */
  widgetWidthPx: choice((): number => 392),
  /** The width stays the same when the status changes. */
  widthLaterPx: choice((widthPx: number): number => widthPx),
  /** The width of a desktop is fixed, whatever stands around the widget. */
  widthHolds: choice((): WidgetSettings['sized'] => 'fixed'),
  /** The widest screen with the mobile layout, in pixels. */
  mobileUpToPx: choice((): number => 758),
  /** A domain shows the widget when it is approved and linked. */
  domainShowsWidget: predicate(({ state, linked }: Domain): boolean => state === 'SUCCESS' && linked),
  /** The domains that count are those of the checkout's project; `all` are those of the whole service, `first` those that the project had when a page of it was first opened, `firstProjects` those of the first project of the account. */
  domainsOfWidget: choice(
    (own: readonly Domain[], _others: Record<'all' | 'first' | 'firstProjects', () => readonly Domain[]>) => own,
  ),
  /** The layout follows the width of the screen, not the column around the widget, nor whether the screen is higher than wide. */
  layoutFollows: choice((): WidgetSettings['follows'] => 'screen'),
  /** A narrow screen gets the mobile layout whenever it is narrow. */
  mobileWhen: choice((): WidgetSettings['mobileWhen'] => 'always'),
  /** The sources that may frame a checkout: its domains on any port, and nothing else. */
  framesAllowed: choice((names: readonly string[], _status: CheckoutStatus): readonly string[] =>
    names.map((name) => `${name}:*`),
  ),
  /** An origin that names no domain of the widget reads nothing. */
  strangeOriginReads: choice((_origin: string): boolean => false),
  /** No page frames the hosted page. */
  hostedFrames: choice((_names: readonly string[]): readonly string[] => []),
  /** The browser holds the frame to the policy of the service. */
  frameGuard: choice((): WidgetSettings['guard'] => 'policy'),
  /** The widget is drawn in a frame of the service, or in the merchant's page. */
  widgetDrawnIn: manner((): 'frame' | 'page' => 'frame'),
  /** What the frame may do: run the service's scripts, and lead the whole window back to the merchant when the end user says so. */
  frameSandbox: choice(
    (): string => 'allow-scripts allow-same-origin allow-forms allow-popups allow-top-navigation-by-user-activation',
  ),
  /** The widget takes messages only of its own frame. */
  messagesTrusted: choice((): 'frame' | 'service' | 'anyone' => 'frame'),
  /** The page around the widget does not set its status. */
  pageObeyed: choice((): readonly string[] => []),
  /** Every element is filled, whenever it is placed and whether its checkout had another before. */
  elementsFilled: choice((): WidgetSettings['fills'] => 'any'),
  /** The page asks for news of a checkout in every state. */
  newsAwaited: choice((_status: CheckoutStatus, _checkout: Checkout): boolean => true),
  /** The widget leads back to the whole address, as the page does. */
  widgetLeadsTo: choice((): WidgetSettings['leadsTo'] => 'wholeAddress'),
  /** The name of the event. */
  eventName: choice((): string => 'statusChanged'),
  /** The property of the event that holds the Checkout; its name is the service's own word. */
  eventProperty: manner((): string => 'detail'),
  /** The event comes from the element. */
  eventFrom: choice((): WidgetSettings['tellsFrom'] => 'element'),
  /** The widget tells every change of the checkout's status. */
  changeTold: choice((_status: string, _checkout: Pick<Checkout, 'type' | 'problem'>): boolean => true),
  /** Each element tells its changes, whatever other elements of the page have told. */
  changesTold: choice((): WidgetSettings['tells'] => 'each'),
  /** Each change is told once. */
  timesTold: choice((_status: string, _checkout: Pick<Checkout, 'type' | 'problem'>): number => 1),
  /** The event has the Checkout as it was after the change. */
  eventCheckout: choice((record: JsonRecord): JsonRecord => record),
};
