import type { DigestRuling } from '../oracles/webhooks.ts';
import type { DigestWay, Known, MakeScenarios, Scenario, WebhookStep } from './scenario.ts';
import { digestHeader, padded, recordText, rightWebhook, sizes, spaced, staticPayment } from './webhookBodies.ts';

/** The same record in bytes that a careless reader takes for the same. */
function bodies(known: Known): Readonly<Record<string, string>> {
  const text = recordText(known, 'payment', { status: 'SUCCESS', comment: 'Zoë 付款' });
  const ascii = text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return {
    'a compact body': text,
    'a body with spaces': spaced(text),
    'a body over several lines': `${text.replace(/,"/g, ',\n  "')}\n`,
    'a body with escapes': ascii.replaceAll('/', '\\/'),
    'a body with numbers in another form': text.replace(/"amount":[^,}]+/, '"amount":10.50'),
    'a body over several lines of another system': `${text.replace(/,"/g, ',\r\n  "')}\r\n`,
    'a body of a checkout': recordText(known, 'checkout', { status: 'SUCCESS' }),
    'a body of a request': recordText(known, 'request', { status: 'SUCCESS' }),
    'a body of a payment to a static address': staticPayment(known),
    'an unknown body': '{"batch":{"id":"B-1"},"event":"something new"}',
  };
}

/** Bodies that an SDK may fail to read: but their digest is right, so it must not call them forged. */
const oddBodies = (text: string): Readonly<Record<string, WebhookStep>> => ({
  'a body after a byte order mark': rightWebhook(`\uFEFF${text}`),
  'a body that is no UTF-8': { ...rightWebhook(text.replace('Zoë 付款', 'Zoë')), encoding: 'latin1' },
});

const wrong: readonly DigestWay[] = [
  'wrong digit',
  'truncated',
  'longer',
  'empty',
  'sha256',
  'other key',
  'not keyed',
  'of nothing',
  'beyond ASCII',
];

const wrongWords: Readonly<Partial<Record<DigestWay, string>>> = {
  sha256: 'a SHA-256 digest',
  'other key': 'a digest with another key',
  'not keyed': 'a digest without a key',
  'of nothing': 'a digest of an empty body',
  'beyond ASCII': 'a digest with characters beyond ASCII',
};

const headerNames = [digestHeader, digestHeader.toLowerCase(), digestHeader.toUpperCase(), 'x-Payload-digest'];

const withDigest = (step: WebhookStep, way: DigestWay): WebhookStep => ({
  ...step,
  digest: { way, header: digestHeader },
});

const scenario = (name: string, steps: readonly WebhookStep[], args: DigestRuling): Scenario => ({
  requirement: 'CLI-05a',
  name,
  needs: { features: ['webhooks'] },
  steps,
  claims: [{ oracle: 'judgesDigest', args }],
});

/** A forged webhook of a success comes between two of the service: it changes nothing, and is not remembered. */
function forgedBetween(known: Known): Scenario[] {
  const id = `PMT-${known.freshUuid()}`;
  const [pending, success] = ['PENDING', 'SUCCESS'].map((status) =>
    rightWebhook(recordText(known, 'payment', { id, status })),
  );
  if (!pending || !success) return [];
  const forged = withDigest(success, 'wrong digit');
  const make = (name: string, last: WebhookStep, after: { status: string; isOld: boolean }): Scenario => ({
    requirement: 'CLI-05a',
    name: `a forged webhook, and then ${name}`,
    needs: { features: ['webhooks', 'state'] },
    steps: [pending, forged, last],
    claims: [{ oracle: 'keepsState', args: after }],
  });
  return [
    make('the one before again', pending, { status: 'PENDING', isOld: true }),
    make('the same with the right digest', success, { status: 'SUCCESS', isOld: false }),
  ];
}

/** Webhooks with right and wrong digests. */
export const digests: MakeScenarios = (known) => {
  const all = bodies(known);
  const steps = Object.values(all).map(rightWebhook);
  const [first = rightWebhook('{}')] = steps;
  const { digest: _, ...bare } = first;
  const changed = { ...first, sent: first.text.replace(/"amount":[^,}]+/, '"amount":1000000') };
  return [
    ...Object.entries(all).map(([name, text]) =>
      scenario(`a right digest of ${name}`, [rightWebhook(text)], { accepted: true }),
    ),
    ...Object.entries(oddBodies(first.text)).map(([name, step]) =>
      scenario(`a right digest of ${name}`, [step], { accepted: true, mayFail: true }),
    ),
    scenario('a right digest of 256 KB', [rightWebhook(padded(first.text, sizes.large))], { accepted: true }),
    scenario('a right digest of 10 MB', [rightWebhook(padded(first.text, sizes.huge))], { accepted: 'observe' }),
    ...headerNames.map((header) =>
      scenario(`the header ${header}`, [{ ...first, digest: { way: 'right', header } }], { accepted: true }),
    ),
    scenario('no secret and no digest', [{ ...bare, isUnsigned: true }], { accepted: true }),
    ...wrong.map((way) =>
      scenario(
        wrongWords[way] ?? `a digest that is ${way}`,
        steps.map((step) => withDigest(step, way)),
        { accepted: false },
      ),
    ),
    scenario('no digest', [bare], { accepted: false }),
    scenario(
      'a digest of another form of the body',
      [
        { ...first, sent: spaced(first.text) },
        { ...rightWebhook(spaced(first.text)), sent: first.text },
        { ...first, sent: `${first.text}\n` },
      ],
      { accepted: false },
    ),
    scenario('a body that was changed', [changed], { accepted: false }),
    ...forgedBetween(known),
    scenario('a digest in upper case', [withDigest(first, 'upper case')], { accepted: 'observe' }),
  ];
};
