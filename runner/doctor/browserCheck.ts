import { findBrowser, howToGetOne } from '../browser/findBrowser.ts';
import type { Check } from './check.ts';
import type { Dependents } from './dependents.ts';

/** Returns the check of the browser that opens pages: which one a run would start. It is not started. */
export async function browserCheck(
  dependents: Dependents,
  find: () => Promise<string | undefined> = findBrowser,
): Promise<Check[]> {
  const costs = dependents.ofTools('pages');
  if (costs.length === 0) return [];
  const found = await find();
  if (found !== undefined) return [{ thing: 'browser', state: 'ok', says: `Chromium at ${found}` }];
  return [{ thing: 'browser', state: 'missing', says: `no browser is installed: ${howToGetOne}`, costs }];
}
