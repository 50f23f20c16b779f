import type { WidgetSettings } from '../../domain/pageView.ts';
import { choice } from '../core/ruleKind.ts';

/** What a visitor did before, does beside or goes through while a page is open; nothing of it changes a statement of the page. */
export const visitorRules = {
  /** A page keeps nothing of a choice for other checkouts. */
  choiceRemembered: choice((): WidgetSettings['remembers'] => 'nothing'),
  /** Each tab of a browser asks for news, or each while it is in front. */
  newsAskedIn: choice((): WidgetSettings['asksIn'] => 'everyTab'),
  /** The changes that a page knows are those that it names; `told` are those that any page was told. */
  changesKnown: choice((named: number, _told: number): number => named),
  /** A page goes on asking, however its service fails. */
  outagesEndured: choice((): WidgetSettings['endures'] => 'any'),
  /** What was entered counts while an own amount is chosen. */
  enteredCounts: choice((): WidgetSettings['entered'] => 'whileChosen'),
  /** An asset that is chosen again before anything is paid is refused; it makes no other request. */
  sameChoice: choice((): 'refused' | 'kept' | 'made' => 'refused'),
};
