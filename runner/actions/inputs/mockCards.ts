import type { AssertionLog } from '../../../judge/assertionLog.ts';
import { strangerCards } from '../../../traffic/target/testCards.ts';
import type { Worker } from '../../worker/worker.ts';
import type { Choice } from './methodVariants.ts';
import { drawnNumber } from './turns.ts';

/** The pay-outs by card of the list, one in each currency. */
export const cardPayouts: Choice = {
  what: 'pay-out by card',
  is: ({ orderType, methodKey }) => orderType === 'PAYOUT' && methodKey === 'CC_VISAMC',
};

/** The two mock cards, and cards that are neither of them (§ Sandbox, mock pay-out cards). */
export interface MockCards {
  failed: string;
  success: string;
  other: string;
  /** Returns another card for each name, so that a run tries several. */
  otherFor(name: string): string;
  /** Returns a card of another network than pay-outs by card name, for each name: a target may refuse it. */
  strangerFor(name: string): string;
}

/** Returns the two mock cards where they have a meaning: in a sandbox and in the emulator (§ Sandbox). */
export const meantMockCards = ({ kind, mockCards }: Worker['target']): Worker['target']['mockCards'] =>
  kind === 'sandbox' || kind === 'emulator' ? mockCards : undefined;

/** Returns the mock cards of a sandbox or emulator. For other targets, the test stops as not applicable. */
export function mockCardsOf({ run, target, cards }: Worker, log: AssertionLog): MockCards {
  if (target.facts.kind !== 'sandbox' && target.facts.kind !== 'emulator')
    log.stop({
      code: 'notApplicable',
      reason: `mock cards exist only in the sandbox; this target is a ${target.facts.kind}`,
      exchanges: [],
    });
  const [other = ''] = cards;
  const hint = 'the target file names none under mockCards';
  const drawn = (some: readonly string[]) => (name: string) =>
    some[drawnNumber({ run }, `card ${name}`) % some.length] ?? other;
  return target.mockCards
    ? {
        ...target.mockCards,
        other,
        otherFor: drawn(cards.slice(0, -strangerCards)),
        strangerFor: drawn(cards.slice(-strangerCards)),
      }
    : log.stop({ code: 'missing', wanted: 'the two mock cards', hint, exchanges: [] });
}
