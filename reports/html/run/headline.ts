import type { Verdict } from '../../../judge/buildVerdict.ts';
import { headline } from '../../run/headline.ts';
import type { Tone } from '../page/parts.ts';

const tones: Readonly<Record<Verdict['exit'], Tone>> = {
  0: 'good',
  1: 'bad',
  2: 'open',
  3: 'open',
  4: 'open',
  5: 'open',
};

/** Returns the verdict of a run as a sentence, and its colour. */
export const headlineOf = (verdict: Verdict): { text: string; tone: Tone } => ({
  text: headline(verdict),
  tone: tones[verdict.exit],
});
