/** The sections of the catalogue, in words. */
const names: Readonly<Record<string, string>> = {
  ART: 'Acquiring rates',
  AUT: 'Authentication',
  BAL: 'Balances',
  CHK: 'Checkouts',
  CLI: 'Client library',
  DEP: 'Deposit options',
  ERR: 'Errors',
  GEN: 'General conventions',
  LIF: 'States and transitions',
  LIM: 'Limits',
  MTD: 'Payment methods',
  OUT: 'Pay-outs',
  PAY: 'Payments',
  PIN: 'Pay-ins',
  REQ: 'Requests',
  SAB: 'Static address bundles',
  SBX: 'Sandbox',
  SRC: 'Search',
  VER: 'Versions',
  WHK: 'Webhooks',
  WID: 'Widget',
  XCH: 'Exchange',
};

/** Returns the words for a section of the catalogue; its letters if there are none. */
export const sectionName = (section: string): string =>
  (Object.hasOwn(names, section) ? names[section] : undefined) ?? section;
