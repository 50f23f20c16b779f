/** Rules whose requirements have no spec yet, by the sections that will judge them. */
const waiting: Readonly<Record<string, readonly string[]>> = {
  'CHK-11, CHK-12, SAB-10, SAB-14': [
    'amountOffered',
    'withinMost',
    'reachesStaticMinimum',
    'staticTakes',
    'staticFeeOf',
  ],
};

/** Why a mechanical mutant of a rule that is judged lives all the same. */
const reasons: Readonly<Record<string, string>> = {
  'mech:saltAccepted:always-true':
    'an empty salt is neither allowed nor forbidden by the text (AUT-06 learns what a target does)',
  'mech:methodListed:always-false':
    'a list without a method leaves all that needs one unverified: exit code 4, which is no pass',
  'mech:amountAccepted:always-true': 'every listed method has a minimum, which refuses zero and less as well',
  'mech:isFailure:always-false': 'only the text of reason is lost, and reason may be null',
  'mech:heldThough:off-by-one-unit':
    'a hundredth is less than the refused amount: others may use the account meanwhile',
  'mech:refundOf:off-by-one-unit': 'a hundredth more than the amount is within the fee that may return with it',
  'mech:expiryAccepted:always-true': 'the text does not say that a checkout expires after its creation',
  'mech:convertedCredit:off-by-one-unit': 'the text does not say how what is converted is rounded',
  'mech:convertedOf:off-by-one-unit': 'the text does not say how a converted amount is rounded',
  'mech:platformFeeOf:off-by-one-unit': 'the text does not say how a fee is rounded',
  'mech:estimateShown:off-by-one-unit': 'an estimate may differ from what is asked for in the end',
  'mech:wordRefused:always-false': 'a word then counts as an amount that is missing, which is refused as well',
  'mech:cardDetailsAccepted:always-true': 'the text does not say which cards of a host-to-host pay-in are refused',
  'mech:cardAccepted:always-true': 'the text does not say that a card number has a right check digit',
  'mech:expiresFrom:always-true': 'FROZEN is not final, so a frozen pay-in may expire',
  'mech:expiresFrom:always-false': 'the text gives no time after which an unpaid pay-in expires',
  'mech:remainderOf:off-by-one-unit': 'a hundredth more than the rest is within the fee that may return with it',
};

/** The requirements that a rule waits for; undefined when its section is judged. */
export function awaitedRequirements(rule: string): string | undefined {
  return Object.keys(waiting).find((section) => waiting[section]?.includes(rule));
}

/** Why a mechanical mutant survives; undefined when nobody knows, which is a finding about the suite. */
export function survivalReason(name: string): string | undefined {
  return reasons[name];
}
