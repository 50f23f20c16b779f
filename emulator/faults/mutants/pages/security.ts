import type { JsonRecord } from '../../../domain/json.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

/** A policy that lets everything run, which alone changes nothing. */
const anything = (policy: string): string =>
  policy.replace(/script-src[^;]*/, "script-src 'self' 'unsafe-inline'; img-src *");

const credentialOf = (tokens: readonly { readonly credential: object }[]): JsonRecord => ({
  ...(tokens[0]?.credential as JsonRecord | undefined),
});

/** Mutants of the protection of payers and merchants, by the norm of the industry. */
export const pageSecurityMutants: readonly Mutant[] = [
  {
    name: 'name-read-as-markup',
    breaks: 'WID-07',
    level: 'answer',
    because: 'the name of a checkout is put into the page as markup, and its scripts run',
    rules: { textShownAs: (field) => (field === 'name' ? 'markup' : 'text'), pagePolicy: anything },
  },
  {
    name: 'order-id-read-as-markup',
    breaks: 'WID-07',
    level: 'answer',
    because: 'the clientOrderId is put into the page as markup',
    rules: { textShownAs: (field) => (field === 'order' ? 'markup' : 'text'), pagePolicy: anything },
  },
  {
    name: 'return-link-runs-a-script',
    breaks: 'WID-07',
    level: 'answer',
    because: 'a returnUrl with javascript: becomes a link that runs it',
    rules: { linkShown: (url) => url, pagePolicy: anything },
  },
  {
    name: 'token-in-the-script',
    breaks: 'WID-05',
    level: 'answer',
    because: 'widget.js holds a token of the merchant',
    rules: { scriptText: (text, [token]) => `const token = '${token?.credential.tokenId}';\n${text}` },
  },
  {
    name: 'secret-in-the-view',
    breaks: 'WID-08',
    level: 'answer',
    because: 'what the page loads holds the token and the secret of the merchant',
    rules: { pageExtras: ({ tokens }) => credentialOf(tokens) },
  },
  {
    name: 'secret-in-the-view-after-expiry',
    breaks: 'WID-08',
    level: 'answer',
    because: "the page of an expired checkout loads the merchant's credential to renew it",
    rules: { pageExtras: ({ tokens, status }) => (status === 'EXPIRED' ? credentialOf(tokens) : null) },
  },
  {
    name: 'other-checkouts-in-the-view',
    breaks: 'WID-08',
    level: 'answer',
    because: 'the page of a paid checkout loads other checkouts of the merchant',
    rules: { pageExtras: ({ others, status }) => (status === 'SUCCESS' ? { recent: others() } : null) },
  },
  {
    name: 'token-left-in-the-browser',
    breaks: 'WID-08',
    level: 'answer',
    because: 'the page stores a token of the merchant in the browser',
    rules: { pageStored: ({ tokens: [token] }) => ({ session: token?.credential.tokenId ?? '' }) },
  },
  {
    name: 'widget-asks-the-topmost-page',
    breaks: 'WID-09',
    level: 'answer',
    because: 'a foreign frame in an approved page shows the checkout, since only the topmost page is looked at',
    rules: { frameGuard: () => 'top', framesAllowed: () => ['*'] },
  },
  {
    name: 'widget-on-subdomains-of-strangers',
    breaks: 'WID-09',
    level: 'answer',
    because: 'every domain that ends like an approved one frames the widget',
    rules: { framesAllowed: (names) => names.flatMap((name) => [`${name}:*`, `*.${name.split('.').at(-1)}:*`]) },
  },
  {
    name: 'widget-trusts-anyone',
    breaks: 'WID-10',
    level: 'answer',
    because: 'the widget emits a status that any window sends to its page',
    rules: { messagesTrusted: () => 'anyone' },
  },
  {
    name: 'widget-obeys-its-page',
    breaks: 'WID-10',
    level: 'answer',
    because: 'the frame shows the status that the page around it sends',
    rules: { pageObeyed: () => ['SUCCESS', 'CONFLICT', 'EXPIRED'] },
  },
];
