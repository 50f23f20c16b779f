/** Rules whose requirements have no spec yet, by the sections that will judge them. */
const waiting: Readonly<Record<string, readonly string[]>> = {
  'MTD-06 to MTD-10, PIN-06': ['directionAccepted', 'methodFits', 'reachesMinimum', 'withinMaximum', 'withinScale'],
  'PIN-07, LIM-01, LIM-03': ['amountAccepted', 'clientOrderIdAccepted', 'clientOrderIdKey', 'clientOrderIdFree'],
  'BAL-02, OUT-09': ['feeOf', 'creditOf', 'holdOf', 'refundOf'],
  'PIN-05, OUT-04 to OUT-08': [
    'channelAccepted',
    'cardAccepted',
    'addressAccepted',
    'bankAccepted',
    'fundsSuffice',
    'crossPayoutEnabled',
  ],
  SRC: [
    'filterHolds',
    'fromHolds',
    'toHolds',
    'sizeAccepted',
    'pageAccepted',
    'pageStart',
    'sortAccepted',
    'sortedOrder',
    'isFirst',
    'isLast',
    'isEmpty',
  ],
  XCH: ['sideAccepted', 'quoteOf', 'exchangeReaches', 'exchangeWithin'],
  'CHK, REQ, DEP, SAB': [
    'assetEnabled',
    'convertedOf',
    'platformFeeOf',
    'payerFeeOf',
    'payAmountOf',
    'processingAmountOf',
    'assetAmountAccepted',
    'amountPairAccepted',
    'needsFixedAmount',
    'addressShared',
  ],
};

/** Why a mechanical mutant of a rule that is judged lives all the same. */
const reasons: Readonly<Record<string, string>> = {
  'mech:saltAccepted:always-true':
    'an empty salt is neither allowed nor forbidden by the text (AUT-06 will observe it)',
  'mech:ownRecord:always-true': 'needs a second account, which the target file does not name yet (AUT-09)',
  'mech:isFailure:always-false': 'only the text of reason is lost, and reason may be null',
  'mech:heldThough:off-by-one-unit':
    'a hundredth is less than the refused amount: others may use the account meanwhile',
  'mech:remainderOf:off-by-one-unit': 'a hundredth more than the rest is within the fee that may return with it',
};

/** The requirements that a rule waits for; undefined when its section is judged. */
export function waitsFor(rule: string): string | undefined {
  return Object.keys(waiting).find((section) => waiting[section]?.includes(rule));
}

/** Why a mechanical mutant survives; undefined when nobody knows, which is a finding about the suite. */
export function reasonFor(name: string): string | undefined {
  return reasons[name];
}
