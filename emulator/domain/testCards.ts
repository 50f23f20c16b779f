/** The two designated test cards (§ Sandbox, mock pay-out cards). */
export interface TestCards {
  readonly failed: string;
  readonly success: string;
}

/** The failing and the succeeding test card (§ Sandbox, mock pay-out cards). */
export const TEST_CARDS: TestCards = { failed: '4000000000000002', success: '4242424242424242' };
