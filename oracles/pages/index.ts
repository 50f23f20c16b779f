import type { Oracles } from '../core/oracle.ts';
import { offersEnabled, offersOptions, preselects, takesWithin } from './choosing.ts';
import { leadsBack, settlesFromBalance } from './ending.ts';
import { opensCheckout, showsNoRequest } from './opening.ts';
import { leaksNothing, needsNoToken, runsNoText } from './security.ts';
import { announcesStatuses, cannotBeForged, hasWidgetWidth, rendersCheckout, showsNothingElsewhere } from './widget.ts';

/** The oracles on pages in a browser, by the names that assertions use. */
export const pageOracles = {
  opensCheckout: { rule: opensCheckout },
  preselects: { rule: preselects },
  offersEnabled: { rule: offersEnabled },
  takesWithin: { rule: takesWithin },
  offersOptions: { rule: offersOptions },
  showsNoRequest: { rule: showsNoRequest },
  settlesFromBalance: { rule: settlesFromBalance },
  leadsBack: { rule: leadsBack },
  needsNoToken: { rule: needsNoToken },
  leaksNothing: { rule: leaksNothing, whenAbsent: 'held' },
  runsNoText: { rule: runsNoText },
  rendersCheckout: { rule: rendersCheckout },
  announcesStatuses: { rule: announcesStatuses },
  hasWidgetWidth: { rule: hasWidgetWidth },
  showsNothingElsewhere: { rule: showsNothingElsewhere },
  cannotBeForged: { rule: cannotBeForged },
} satisfies Oracles;
