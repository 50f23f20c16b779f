import type { Oracles } from '../../core/oracle.ts';
import { announcesStatuses } from './announcing.ts';
import { keepsToItself } from './events.ts';
import { showsNothingOnceUnlinked, showsOnceLinked } from './lent.ts';
import { staysFilled } from './placed.ts';
import { cannotBeForged, rendersCheckout, showsNothingElsewhere } from './widget.ts';
import { hasWidgetWidth, keepsMobileLayout, keepsWidgetWidth } from './widgetWidth.ts';

/** The oracles on the widget and its events, by the names that assertions use. */
export const widgetOracles = {
  rendersCheckout: { rule: rendersCheckout },
  announcesStatuses: { rule: announcesStatuses },
  keepsToItself: { rule: keepsToItself, whenAbsent: 'held' },
  staysFilled: { rule: staysFilled },
  hasWidgetWidth: { rule: hasWidgetWidth },
  keepsMobileLayout: { rule: keepsMobileLayout },
  keepsWidgetWidth: { rule: keepsWidgetWidth, whenAbsent: 'held' },
  showsNothingElsewhere: { rule: showsNothingElsewhere },
  showsOnceLinked: { rule: showsOnceLinked, whenAbsent: 'held' },
  showsNothingOnceUnlinked: { rule: showsNothingOnceUnlinked },
  cannotBeForged: { rule: cannotBeForged },
} satisfies Oracles;
