import type { Widget } from '../../actions/acquiring/projects.ts';
import type { Spelling } from '../hostileTexts.ts';
import type { Point } from '../point.ts';
import { type Bound, type Edge, type EdgeEnd, edgeTour } from './amounts.ts';
import { type DuesEnd, duesTour } from './duesTour.ts';
import { type AmountEnd, freeTour } from './freeTour.ts';
import { balanceCurrencies, type HostedEnd, hostedTour } from './hostedTour.ts';
import { type MarkedEnd, type MarkedKind, markedTour, spelledTour } from './markedTour.ts';
import { type ChainPaying, paidWidgetTour } from './paidWidgetTour.ts';
import { type PointEnd, pointTour } from './pointTour.ts';
import { type LinksEnd, linksTour, reopenedTour } from './reopenedTour.ts';
import { requestTour } from './requestTour.ts';
import { type SettingsEnd, settingsTour } from './settingsTour.ts';
import { type OptionsEnd, optionsTour, type SuggestedEnd, suggestedTour } from './suggestedTour.ts';
import type { TourEnd, TourParts } from './tour.ts';
import { type TwinEnd, twinTour } from './twinTour.ts';
import { placeOf, type WidgetEnd, widgetTour } from './widgetTour.ts';

/** Tours of the hosted page and of the widget in a browser, each made once in a run. They use checkouts that other requirements make, too. */
export interface Pages {
  /** The currencies in which the sandbox balance settles checkouts of the first project. */
  currencies(): Promise<readonly string[]>;
  /** A FIXED_PRICE checkout from its opening to its end and back to the merchant, paid in a currency; without one, in that of the night. */
  hosted(currency?: string): Promise<HostedEnd>;
  /** A NO_PRICE checkout, with amounts outside and within its limits, near to a bound; without one, near to that of the night. */
  free(bound?: Bound): Promise<AmountEnd>;
  /** A SUGGESTED_FIXED_PRICE checkout of a project with predefined amounts. */
  suggested(project: Widget): Promise<SuggestedEnd>;
  /** The predefined amounts of a project, each picked on a page of its own. */
  options(project: Widget): Promise<OptionsEnd>;
  /** Own amounts near a limit of one asset, on the page of a project that allows them. */
  edge(edge: Edge): Promise<EdgeEnd>;
  /** Pages that say what is due, for prices of every size. */
  dues(): Promise<DuesEnd>;
  /** A checkout with a preselected asset and hostile texts, with a price or without; the night decides if nothing else is said. */
  marked(kind?: MarkedKind): Promise<MarkedEnd>;
  /** A checkout whose way back runs a script, in one spelling. */
  spelled(spelling: Spelling): Promise<MarkedEnd>;
  /** A FIXED_PRICE checkout of a project, whose payer changes his mind, settles twice and goes back. */
  settings(project: Widget): Promise<SettingsEnd>;
  /** The page of a checkout at one point of the table, from its opening to its end. */
  point(point: Point): Promise<PointEnd>;
  /** Several widgets on one page: the first checkout expires, the others are chosen elsewhere, and the second one is paid. */
  twins(): Promise<TwinEnd>;
  /** The page of a checkout that was created earlier, opened again; by the creation's number in the journal. */
  reopened(created: string): Promise<TourEnd>;
  /** Pages of payment links whose clientOrderId an earlier checkout has, too. */
  links(): Promise<LinksEnd>;
  /** The page and the widget with the id of a request in an asset. */
  request(asset: string): Promise<TourEnd>;
  /** The widget on its domain, on others and in frames. Stops the test if the target file names no domain. */
  widget(): Promise<WidgetEnd>;
  /** The widget on its domain while its checkout is paid on the chain, through the test control API. */
  paidWidget(paying: ChainPaying): Promise<TourEnd>;
  /** True if the target file says where the widget is. */
  hasWidget: boolean;
}

/** Returns the `pages` tool of one requirement. No browser starts before the first tour. */
export const pagesOf = (parts: TourParts): Pages => ({
  currencies: async () => balanceCurrencies((await parts.projects.all())[0]),
  hosted: (currency) => hostedTour(parts, currency),
  free: (bound) => freeTour(parts, bound),
  suggested: (project) => suggestedTour(parts, project),
  options: (project) => optionsTour(parts, project),
  edge: (edge) => edgeTour(parts, edge),
  marked: (kind) => markedTour(parts, kind),
  spelled: (spelling) => spelledTour(parts, spelling),
  settings: (project) => settingsTour(parts, project),
  point: (point) => pointTour(parts, point),
  dues: () => duesTour(parts),
  twins: () => twinTour(parts),
  reopened: (created) => reopenedTour(parts, created),
  links: () => linksTour(parts),
  request: (asset) => requestTour(parts, asset),
  widget: () => widgetTour(parts),
  paidWidget: (paying) => paidWidgetTour(parts, placeOf(parts), paying),
  hasWidget: parts.worker.target.widget !== undefined,
});
