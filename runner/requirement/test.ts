import { variable } from '../../traffic/system/environment.ts';
import { collectTest, type Spec } from './inProcessRunner.ts';

/**
 * Declares a requirement: its title begins with its id, its details say the kind, its body names the tools that it needs.
 * For Playwright it is a test; a session and the fleet collect the specs, and run them by themselves.
 */
export const test: Spec = variable('ASSAY_COLLECTS') ? collectTest : (await import('./fixtures.ts')).playwrightTest;

export { every, learn, learnObservations as learnTraits, only as those, together } from '../../judge/evidence.ts';
export { create, read } from '../../traffic/transport/requestPlan.ts';
export { addressed, both, having, signedBy, spelled, without } from '../actions/refusals/refusal.ts';

/** What a requirement's test passes as details: its kind as tags. */
interface Details {
  tag: string[];
}

/** A kind, and the same on the industry's norm rather than a sentence of interface.md. */
type KindDetails = Details & { norm: Details };

function details(...tags: string[]): KindDetails {
  return { tag: tags, norm: { tag: [...tags, '@norm'] } };
}

/** The target is held to it: breaking it fails the run. */
export const must = details('@must');

/** Follows from the text without being stated: breaking it is a warning. */
export const should = details('@should');

/** interface.md says "not shown": what the target does is learned and pinned. */
export const observe = details('@observe');

/** A requirement that makes no traffic of its own but judges the record of the whole run. */
export const traceCheck = {
  must: details('@must', '@law'),
  should: details('@should', '@law'),
  observe: details('@observe', '@law'),
};

/** A probe that runs after all others, since a careless target may not survive it. */
export const hostile = { must: details('@must', '@hostile') };
