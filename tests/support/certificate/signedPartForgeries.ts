import { certificateOf, edit, editJson } from './forgery.ts';
import { again, type Forgeries, inJournal, later, p0, replaced, saying } from './journalForgery.ts';

/** Changes the campaign of a bundle, and what the statement repeats of it. */
const inCampaign = (change: (campaign: { run: string; seed: number; target: { baseUrl: string } }) => void) =>
  again(
    (at) => editJson(at, 'campaign.json', (value) => change(value as unknown as Parameters<typeof change>[0])),
    (one) => {
      const { campaign } = certificateOf(one);
      if (campaign) change(Object.assign(campaign, { target: { baseUrl: '' } }));
      if (campaign) delete (campaign as { target?: object }).target;
    },
  );

/** Forgeries of parts that the vendor signs and that follow from other parts. */
export const signedPartForgeries: Forgeries = [
  [
    'the report has a script more',
    'otherReport',
    again((at) => edit(at, 'report.html', (text) => text.replace('</body>', '<script>alert(1)</script></body>'))),
  ],
  [
    'the verdict has another exit code',
    'otherExit',
    again((at) =>
      editJson(at, 'verdict.json', (one) => {
        one['exit'] = 3;
      }),
    ),
  ],
  [
    'the statement names no configuration',
    'otherConfiguration',
    saying((one) => {
      Object.assign(one.predicate, { configuration: [] });
    }),
  ],
  [
    'the certificate says something that none says',
    'strangeMember',
    saying((one) => {
      Object.assign(certificateOf(one), { auditedBy: 'somebody' });
    }),
  ],
  [
    'the statement says something that none says',
    'strangeMember',
    saying((one) => {
      Object.assign(one, { auditedBy: 'somebody' });
    }),
  ],
  [
    'the target in the certificate says something that none says',
    'malformed',
    saying((one) => {
      Object.assign(certificateOf(one).target, { owner: 'somebody' });
    }),
  ],
  [
    'the host is not that of the address',
    'otherHost',
    saying((one) => {
      certificateOf(one).target.host = 'pay.example.net';
    }),
  ],
  [
    'the campaign asked another target',
    'campaignElsewhere',
    inCampaign((one) => {
      one.target.baseUrl = 'http://127.0.0.1:9';
    }),
  ],
  [
    'the campaign is older than the run',
    'campaignOtherTime',
    inCampaign((one) => {
      one.run = '20200101-000000-abcdef';
    }),
  ],
  [
    'the campaign was not drawn from the challenge',
    'campaignOtherSeed',
    inCampaign((one) => {
      one.seed = 7;
    }),
  ],
  [
    'it was issued eight days after its run',
    'disorderedDates',
    saying((one) => {
      const [issuedAt, rerunDue, validUntil] = [8, 9, 10].map((days) => later(days).toISOString());
      Object.assign(certificateOf(one), { issuedAt, rerunDue, validUntil });
    }),
  ],
  [
    'a line of the journal has a member twice',
    'doubledInLine',
    inJournal(p0, replaced(/"kind":"exchange"/, '"kind":"exchange","purpose":"look"')),
  ],
  ['a body of the journal is changed', 'otherBody', inJournal(p0, replaced(/"body":\{"text":"/, '"body":{"text":" '))],
];
