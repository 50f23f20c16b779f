import { accentedNames } from '../../generators/payloads/person.ts';
import { commonFirstNames, commonLastNames } from '../../runner/worker/frequentNames.ts';

/** A request as a facade sees it. */
export interface SeenRequest {
  method: string;
  path: string;
  /** Names and values in the order and in the letter case of the wire. */
  headers: readonly (readonly [string, string])[];
  body: Readonly<Record<string, unknown>>;
  /** When it came, ms. */
  atMs: number;
}

/** A server that conforms towards the suite alone. It was written with the sources of the suite at hand. */
export interface Facade {
  name: string;
  /** By what it recognises the suite. Once it does, it conforms towards that token from then on. */
  by: string;
  /** True if a request, after the earlier ones of its token, is the suite's. */
  recognises(request: SeenRequest, earlier: readonly SeenRequest[]): boolean;
  /** The rule that it breaks towards everybody else, in words. */
  breaks: string;
  /** Changes the answer to somebody else; returns the status and the value to answer with. */
  spoil(request: SeenRequest, answer: { status: number; value: unknown }): { status: number; value: unknown };
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes each payment of an answer: alone, in a list, or on a page. */
function eachPayment(value: unknown, change: (payment: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((one) => eachPayment(one, change));
  if (!isFields(value)) return value;
  if (Array.isArray(value['content'])) return { ...value, content: eachPayment(value['content'], change) };
  return String(value['id']).startsWith('PMT-') ? change(value) : value;
}

const spoilPayments =
  (change: (payment: Fields) => Fields): Facade['spoil'] =>
  (_, { status, value }) => ({ status, value: eachPayment(value, change) });

const textOf = (body: Fields, name: string) => (typeof body[name] === 'string' ? String(body[name]) : '');

const headerOf = ({ headers }: SeenRequest, wanted: string) =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

/**
 * The forms of `traffic/journal/ownIds.ts` and `generators/texts/ids.ts`: ids of a run that can be recognised, ids filled up, letters and digits with a proof, and
 * ids to which a test added something. Nobody but the owner of its key tells a UUID of a run from another one.
 */
const idsOfSuite = [
  /^\d{8}-\d{6}-[0-9a-f]{6}-/,
  /^.{41,}$/su,
  /^(?:[a-z]{0,4}[-_.:/]?[0-9a-z]{18,24}|[A-Z]{0,4}[-_.:/]?[0-9A-Z]{18,24})$/,
  /^(?:[A-Za-z]{1,4}[-_.:/]?)[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}/,
  /[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}./is,
];

const isHex24 = (id: string) => /^[0-9a-f]{24}$/.test(id);

/** Ids of other common forms look alike: 24 hexadecimal digits are those of a well-known database. */
const isIdOfSuite = (id: string) => !isHex24(id) && idsOfSuite.some((form) => form.test(id));

/** The lists of `generators/payloads/person.ts`, the templates of `generators/payloads/payment.ts`, the lists of `runner/worker/frequentNames.ts`, and the hosts of `runner/worker/appearance.ts`. */
const generated = {
  first:
    /^(?:Anna|Bela|Chen|Dana|Emil|Fatma|Goran|Hana|Maria|Peter|John|Sofia|David|Laura|Marco|Elena|Ivan|Olga|Paul|Nina|Tomas|Eva|Luis|Carmen|Ahmed|Leila|Mehmet|Ayse|Jan|Petra|Lars|Ingrid|Ravi|Priya|Wei|Yuki|Kenji|Linh|Omar|Sara|Daniel|Julia|Martin|Lucia|Anna Maria|Jose Luis|Mary Jane|Jean Paul|Maria del Carmen|Karl Heinz)$/,
  last: /^(?:Alves|Berg|Costa|Demir|Eriksen|Fischer|Gomez|Horvat|Smith|Silva|Novak|Ivanova|Rossi|Garcia|Martin|Schmidt|Jensen|Kowalski|Nagy|Popescu|Kaya|Yilmaz|Haddad|Khan|Singh|Patel|Wang|Chen|Tanaka|Nguyen|Kim|Dubois|Lopez|Moreau|Jansen|Larsen|Weber|Koch|Santos|Ferrari)$/,
};
const accented = new Set(accentedNames.map(({ firstName, lastName }) => `${firstName} ${lastName}`));
const [commonFirst, commonLast] = [new Set(commonFirstNames), new Set(commonLastNames)];

function isNameOfSuite(first: string, last: string): boolean {
  if (generated.first.test(first) && generated.last.test(last)) return true;
  return (commonFirst.has(first) && commonLast.has(last)) || accented.has(`${first} ${last}`);
}

const comments = /conformance|as we agreed|Grüße an |Оплата заказа|のお支払い|'new'$|, 2 × |^\\ \/ "/;
const hosts =
  /^https:\/\/(?=.{20}(?:[/:?#]|$))(?:shop|www|pay|my|store)?\.?(?:[bcdfghklmnprstvz][aeiou])+[bcdfghklmnprstvz]?\.(?:com|net|org|biz|shop|store)(?=[/:?#]|$)/;

const hasNamesOfSuite = ({ body }: SeenRequest) =>
  isNameOfSuite(textOf(body, 'firstName'), textOf(body, 'lastName')) ||
  comments.test(textOf(body, 'comment')) ||
  hosts.test(textOf(body, 'returnUrl')) ||
  /^\+(?:1\d{3}55501\d\d|44(?:7700900|1134960)\d{3})$/.test(textOf(body, 'phoneNumber'));

const schemeOf = (request: SeenRequest) =>
  headerOf(request, 'x-hmac-sha256-signature') === undefined
    ? headerOf(request, 'x-token-api-secret') && 'simple'
    : 'signed';

/**
 * The headers of `traffic/transport/clientHeaders.ts`: other libraries than Node's do not write `host` and `connection` first. No merchant signs in two ways, or
 * changes its library.
 */
function hasHeadersOfSuite(request: SeenRequest, earlier: readonly SeenRequest[]): boolean {
  const agent = headerOf(request, 'user-agent');
  const [first, second] = request.headers.map(([name]) => name);
  const isNodes = first === 'host' && second === 'connection';
  const last = earlier.at(-1);
  const isOther =
    last !== undefined && (schemeOf(last) !== schemeOf(request) || headerOf(last, 'user-agent') !== agent);
  return isOther || (isNodes && (agent === undefined || /^(?:axios|python-requests|okhttp)\//.test(agent)));
}

/** A burst that no shop has: this many requests within a second. */
const burst = 20;

/** The facades, each with a rule of its own. */
export const facades: readonly Facade[] = [
  {
    name: 'ids',
    by: 'the form and the length of clientOrderId',
    recognises: ({ body }) => isIdOfSuite(textOf(body, 'clientOrderId')),
    breaks: 'the amount of a payment is a little lower than what was asked',
    spoil: spoilPayments((payment) =>
      typeof payment['amount'] === 'number' ? { ...payment, amount: payment['amount'] * 0.999 } : payment,
    ),
  },
  {
    name: 'names',
    by: 'names, comments, telephone numbers and hosts of the generators',
    recognises: hasNamesOfSuite,
    breaks: 'comments come back in capitals',
    spoil: spoilPayments((payment) =>
      typeof payment['comment'] === 'string' ? { ...payment, comment: payment['comment'].toUpperCase() } : payment,
    ),
  },
  {
    name: 'headers',
    by: 'headers that a library never sends in this order, or of two libraries or schemes',
    recognises: hasHeadersOfSuite,
    breaks: 'an unknown payment id is answered with 200',
    spoil: ({ method, path }, { status, value }) =>
      method === 'GET' && /^\/v1\/user\/payments\/[^/?]+$/.test(path) && status >= 400
        ? { status: 200, value: { status: 'NEW' } }
        : { status, value },
  },
  {
    name: 'timing',
    by: 'bursts of requests',
    recognises: ({ atMs }, earlier) => earlier.filter((one) => one.atMs > atMs - 1_000).length + 1 >= burst,
    breaks: 'a page counts one payment too many',
    spoil: (_, { status, value }) => ({
      status,
      value:
        isFields(value) && typeof value['totalElements'] === 'number'
          ? { ...value, numberOfElements: Number(value['numberOfElements']) + 1 }
          : value,
    }),
  },
  {
    name: 'order',
    by: 'a search for a payment right after its creation',
    recognises: ({ path }, earlier) => {
      const id = textOf(earlier.at(-1)?.body ?? {}, 'clientOrderId');
      return id !== '' && new URL(path, 'http://any').searchParams.get('clientOrderId') === id;
    },
    breaks: 'the id of an order lacks its prefix',
    spoil: spoilPayments((payment) => ({ ...payment, orderId: String(payment['orderId']).replace(/^ORD-/, '') })),
  },
];
