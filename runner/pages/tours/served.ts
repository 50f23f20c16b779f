import type { TourParts } from './tour.ts';

/** Serves a page below the shop's server, and returns its address on a domain. */
export async function served({ worker }: TourParts, html: string, domain: string): Promise<string> {
  const { shop } = await worker.browser.get();
  return `http://${domain}${shop.serve(html)}`;
}
