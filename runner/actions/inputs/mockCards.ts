import type { AssertionLog } from '../../../judge/assertionLog.ts';
import type { Worker } from '../../worker/worker.ts';

/** The two mock cards, and a card that is neither (§ Sandbox, mock pay-out cards). */
export interface MockCards {
  failed: string;
  success: string;
  other: string;
}

/** The mock cards of a sandbox or emulator; they do not apply to any other target. */
export function mockCardsOf({ target, cards }: Worker, ledger: AssertionLog): MockCards {
  if (target.facts.kind !== 'sandbox' && target.facts.kind !== 'emulator')
    ledger.stop({
      code: 'notApplicable',
      reason: `mock cards are of the sandbox; this target is a ${target.facts.kind}`,
      exchanges: [],
    });
  const [other = ''] = cards;
  const hint = 'the target file names none under mockCards';
  return target.mockCards
    ? { ...target.mockCards, other }
    : ledger.stop({ code: 'missing', wanted: 'the two mock cards', hint, exchanges: [] });
}
