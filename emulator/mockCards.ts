import type { MockCards } from './rules/lifecycle.ts';

/** The failed and the succeeding test card (§ Sandbox, mock pay-out cards). */
export const MOCK_CARDS: MockCards = { failed: '4000000000000002', success: '4242424242424242' };
