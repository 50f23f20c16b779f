import { effectOn, type HostileTexts } from './hostileTexts.ts';
import type { Visit } from './visit.ts';

/** Listens to the console of a page from now on; returns what stores the first effect of hostile texts that is seen. */
export function watching(visit: Visit, texts: HostileTexts): () => Promise<void> {
  const said: string[] = [];
  visit.page.on('console', (message) => said.push(message.text()));
  return async () => {
    visit.marked ??= await effectOn(visit, said, texts);
  };
}
