import type { Mutant } from '../../shared/faultTypes.ts';

/** Mutants that show only at some moment of a page, at some end of its checkout or to somebody who listens there (§ Widget callback event, § Domains, § Sandbox). */
export const momentMutants: readonly Mutant[] = [
  {
    name: 'event-of-a-conflict-without-the-request',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the event of a checkout in CONFLICT has no request',
    rules: { eventCheckout: (record) => (record['status'] === 'CONFLICT' ? { ...record, request: null } : record) },
  },
  {
    name: 'event-of-a-success-with-another-end',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the event of a paid checkout has the time of its creation as its end',
    rules: {
      eventCheckout: (record) =>
        record['status'] === 'SUCCESS' ? { ...record, expiresAt: record['createdAt'] ?? null } : record,
    },
  },
  {
    name: 'success-not-told-with-amounts',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the widget does not tell that a checkout with predefined amounts is paid',
    rules: { changeTold: (status, { type }) => status !== 'SUCCESS' || type !== 'SUGGESTED_FIXED_PRICE' },
  },
  {
    name: 'event-of-the-document',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the document emits the event, so that nobody hears it who listens to the element',
    rules: { eventFrom: () => 'document' },
  },
];
