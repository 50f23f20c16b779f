import { variable } from '../../traffic/system/environment.ts';
import { collectTest, type Spec } from './inProcessRunner.ts';

/**
 * Declares a requirement: its title begins with its id, its details name the kind, and its body names the tools that it needs. For Playwright it is a test; a
 * session and the mutation run collect the specs and run them on their own.
 */
export const test: Spec = variable('ASSAY_COLLECTS') ? collectTest : (await import('./fixtures.ts')).playwrightTest;

export { every, learn, learnObservations as learnTraits, only as those, together } from '../../judge/evidence.ts';
export { create, read } from '../../traffic/transport/requestPlan.ts';
export {
  addressed,
  both,
  commentedInTurn,
  having,
  lackingInTurn,
  signedBy,
  spelled,
  without,
} from '../actions/refusals/refusal.ts';

/** The details of the test of a requirement: its kind as tags. */
interface Details {
  tag: string[];
}

/** A kind, and the same kind for a requirement based on the industry norm instead of a sentence of interface.md. */
type KindDetails = Details & { norm: Details };

function details(...tags: string[]): KindDetails {
  return { tag: tags, norm: { tag: [...tags, '@norm'] } };
}

/** The target must fulfil it: a violation fails the run. */
export const must = details('@must');

/** It follows from the text without being stated: a violation is a warning. */
export const should = details('@should');

/** interface.md says "not shown": the behaviour of the target is learned and stored as a baseline value. */
export const observe = details('@observe');

/** A requirement that sends no requests of its own and judges the record of the whole run. */
export const traceCheck = {
  must: details('@must', '@law'),
  should: details('@should', '@law'),
  observe: details('@observe', '@law'),
};

/** A test that runs after all others, since a careless target may not survive it. */
export const hostile = { must: details('@must', '@hostile') };
