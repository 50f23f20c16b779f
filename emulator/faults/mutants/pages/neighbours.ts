import type { JsonRecord } from '../../../domain/json.ts';
import type { Mutant } from '../../shared/faultTypes.ts';

const waiting = (record: JsonRecord): JsonRecord => {
  const { request } = record;
  return request === null || request === undefined
    ? record
    : { ...record, request: { ...(request as JsonRecord), status: 'WAITING_PAYMENT', payment: null } };
};

const isWeb = (url: string) => /^https?:/i.test(url);

/** Mutants of what surrounds a page or widget: other widgets, other projects, other sites, texts of strangers (§ Widget callback event, § Domains). */
export const neighbourMutants: readonly Mutant[] = [
  {
    name: 'expiry-not-told',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the widget does not tell that a checkout expired',
    rules: { changeTold: (status) => status !== 'EXPIRED' },
  },
  {
    name: 'event-with-the-first-request',
    breaks: 'WID-02',
    level: 'answer',
    because: 'the nested request of every event is as it was when it was made',
    rules: { eventCheckout: waiting },
  },
  {
    name: 'widget-hears-other-widgets',
    breaks: 'WID-02',
    level: 'answer',
    because: 'a widget emits what any frame of the service on its page tells',
    rules: { messagesTrusted: () => 'service' },
  },
  {
    name: 'widget-measures-its-column',
    breaks: 'WID-03',
    level: 'answer',
    because: 'a narrow column on a wide screen gets the mobile layout',
    rules: { layoutFollows: () => 'column' },
  },
  {
    name: 'phone-on-its-side-is-a-desktop',
    breaks: 'WID-03',
    level: 'answer',
    because: 'the mobile layout was made for a phone held upright, and its media query says so',
    rules: { layoutFollows: () => 'uprightScreen' },
  },
  {
    name: 'widget-on-domains-of-other-projects',
    breaks: 'WID-04',
    level: 'answer',
    because: 'a domain that is linked to any project shows the widgets of all',
    rules: { domainsOfWidget: (_own, { all }) => all() },
  },
  {
    name: 'widget-of-no-domain-on-those-of-the-first-project',
    breaks: 'WID-04',
    level: 'answer',
    because: 'a project without a linked domain has those of the first project of its account',
    rules: {
      domainsOfWidget: (own, { firstProjects }) => (own.some(({ linked }) => linked) ? own : firstProjects()),
    },
  },
  {
    name: 'refused-for-its-origin-after-the-deed',
    breaks: 'WID-10',
    level: 'state',
    because: 'a request of another site is refused only when it has had its effect',
    rules: { originComesFirst: () => false },
  },
  {
    name: 'name-read-as-markup-in-the-title',
    breaks: 'WID-07',
    level: 'answer',
    because: 'the name of a checkout ends the title of the document, and goes on as markup',
    rules: { textShownAs: (field) => (field === 'title' ? 'markup' : 'text') },
  },
  {
    name: 'return-link-of-data',
    breaks: 'WID-07',
    level: 'answer',
    because: 'a returnUrl with data: becomes a link',
    rules: { linkShown: (url) => (isWeb(url) || /^\s*data:/i.test(url) ? url : null) },
  },
  {
    name: 'return-link-by-its-first-letters',
    breaks: 'WID-07',
    level: 'answer',
    because: 'only a returnUrl that begins with javascript: becomes no link; browsers ignore white space before it',
    rules: { linkShown: (url) => (/^(?:javascript|data|vbscript):/i.test(url) ? null : url) },
  },
];
