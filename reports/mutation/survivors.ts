/** Rules whose requirements have no spec yet, by the requirements that will judge them. */
const waiting: Readonly<Record<string, readonly string[]>> = {
  'CHK-11, CHK-12, SAB-10, SAB-14': [
    'amountOffered',
    'withinMost',
    'reachesStaticMinimum',
    'staticTakes',
    'staticFeeOf',
  ],
};

/** Why a mechanical mutant of a judged rule survives. */
const reasons: Readonly<Record<string, string>> = {
  'mech:saltAccepted:always-true':
    'the text neither allows nor forbids an empty salt (AUT-06 learns what a target does)',
  'mech:methodListed:always-false':
    'without listed methods, every requirement that needs one is unverified: exit code 4, which is not a pass',
  'mech:amountAccepted:always-true': 'every listed method has a minimum, which refuses zero and less as well',
  'mech:isFailure:always-false': 'only the text of reason is lost, and reason may be null',
  'mech:heldThough:off-by-one-unit':
    'a change of a hundredth is less than the refused amount, and others may use the account meanwhile',
  'mech:refundOf:off-by-one-unit': 'a hundredth more than the amount is within the fee that may return with it',
  'mech:expiryAccepted:always-true': 'the text does not say that a checkout expires after its creation',
  'mech:convertedCredit:off-by-one-unit': 'the text does not say how a converted credit is rounded',
  'mech:convertedOf:off-by-one-unit': 'the text does not say how a converted amount is rounded',
  'mech:platformFeeOf:off-by-one-unit': 'the text does not say how a fee is rounded',
  'mech:estimateShown:off-by-one-unit': 'an estimate may differ from the amount that is requested in the end',
  'mech:wordRefused:always-false': 'a word then counts as a missing amount, which is refused as well',
  'mech:cardDetailsAccepted:always-true': 'the text does not say which cards of a host-to-host pay-in are refused',
  'mech:cardAccepted:always-true': 'the text does not demand a valid check digit of a card number',
  'mech:expiresFrom:always-true': 'FROZEN is not final, so a frozen pay-in may expire',
  'mech:expiresFrom:always-false': 'the text gives no time after which an unpaid pay-in expires',
  'mech:remainderOf:off-by-one-unit': 'a hundredth more than the rest is within the fee that may return with it',
};

/** Returns the requirements that a rule waits for; undefined if specs already judge the rule. */
export function awaitedRequirements(rule: string): string | undefined {
  return Object.keys(waiting).find((section) => waiting[section]?.includes(rule));
}

/** Returns why a mechanical mutant survives; undefined if the reason is unknown, which is a finding about the suite. */
export function survivalReason(name: string): string | undefined {
  return reasons[name];
}
