import { collected, type Spec } from './collected.ts';
import { variable } from './targets/environment.ts';

/**
 * Declares a requirement: its title begins with its id, its details say the kind, its body names the tools that it needs.
 * For Playwright it is a test; a session and the fleet collect the specs, and run them by themselves.
 */
export const test: Spec = variable('ASSAY_COLLECTS') ? collected : (await import('./fixtures.ts')).playwrightTest;

export { every, learn, learnTraits, those, together } from './evidence.ts';
export { hostile, law, must, observe, should } from './kinds.ts';
export { create, read } from './plan.ts';
export { addressed, both, having, signedBy, spelled, without } from './refuse.ts';
