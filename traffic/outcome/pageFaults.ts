import { leadsTo, violation } from './faultKind.ts';

/** The faults of pages that a browser opened, and of their visits. */
export const pageFaults = {
  pageShows: violation((f: { wanted: string; seen: string }) => ({ wanted: f.wanted, seen: f.seen })),
  pageStuck: leadsTo('unverified', 'configuration', (f: { lacks: string; field: string }) => ({
    wanted: `${f.lacks} on the page`,
    seen: `nothing that Assay recognises; give its Playwright locator as page.${f.field} in the target file`,
  })),
  noBrowser: leadsTo('unverified', 'environment', (f: { why: string }) => ({
    wanted: 'a browser to open the page in',
    seen: f.why,
  })),
};
