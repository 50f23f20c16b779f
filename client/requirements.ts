import type { Requirement } from '../traffic/requirements/requirement.ts';

type Row = readonly [id: string, kind: Requirement['kind'], basis: Requirement['basis'], title: string];

const rows: readonly Row[] = [
  ['CLI-01', 'must', 'text', 'a client signs the exact text it sends, with a fresh random salt for each request'],
  ['CLI-02', 'must', 'text', 'a client reads a plain-text order id as it is'],
  ['CLI-03', 'must', 'norm', 'a client reads nanoseconds, nulls, absent and unknown fields, and unknown enum values'],
  ['CLI-04', 'must', 'norm', 'a client keeps amounts exact in both directions'],
  ['CLI-05a', 'must', 'text', 'a client checks the digest of a webhook over its raw bytes'],
  ['CLI-05b', 'observe', 'norm', 'a client compares digests in constant time'],
  ['CLI-06', 'should', 'text', 'a client takes webhooks twice and in any order'],
  ['CLI-07', 'must', 'norm', 'a client surfaces refusals, and repeats no POST under another clientOrderId'],
  ['CLI-08', 'must', 'norm', 'a client sends the secret to no other host and into no log'],
  ['CLI-09', 'must', 'norm', 'a client walks pages to the end and escapes path and query values'],
  ['CLI-10', 'should', 'text', 'a client takes CANCELLED for failed and PARTIAL_SUCCESS for a success'],
  ['CLI-11', 'should', 'text', 'a client answers webhooks within 10 s, with 200 also for what it does not know'],
];

/** The files with the scenarios of each requirement. */
const files: Readonly<Record<string, string>> = {
  'CLI-01': 'client/scenarios/signedCalls.ts',
  'CLI-02': 'client/scenarios/plainIds.ts',
  'CLI-03': 'client/scenarios/otherForms.ts',
  'CLI-04': 'client/scenarios/exactAmounts.ts',
  'CLI-05': 'client/scenarios/digests.ts',
  'CLI-06': 'client/scenarios/webhookOrder.ts',
  'CLI-07': 'client/scenarios/refusals.ts',
  'CLI-08': 'client/scenarios/secrets.ts',
  'CLI-09': 'client/scenarios/pagesAndEscapes.ts',
  'CLI-10': 'client/scenarios/statuses.ts',
  'CLI-11': 'client/scenarios/handlers.ts',
};

/** The requirements on clients, in the order of their ids. */
export const clientRequirements: readonly Requirement[] = rows.map(([id, kind, basis, title]) => ({
  id,
  title,
  section: 'CLI',
  kind,
  basis,
  law: false,
  where: `${files[id.slice(0, 6)]}:1`,
}));
