import { type CatalogueEntry, idsNamed, isJudgedByWebhooks } from '../../traffic/requirements/catalogue.ts';
import type { Target } from '../../traffic/target/target.ts';
import type { ToolName } from '../requirement/toolbox.ts';
import { type Check, lineIn } from './check.ts';

/** A field that a target file may have, the requirements that nothing but it makes judgeable (docs/nightly.md lists the same), and a line with it. */
export interface OptionalField {
  field: string;
  ids: readonly string[];
  isThere(target: Target): boolean;
  what: string;
  line(target: Target): Pick<Check, 'add' | 'under'>;
}

const hasPurpose = (wanted: string) => (target: Target) => target.credentials.some(({ purpose }) => purpose === wanted);

const credential = (words: string) => () => ({
  under: 'credentials',
  add: `- { ${words}, tokenIdEnv: ASSAY_…_ID, secretEnv: ASSAY_…_SECRET }`,
});

/** Returns a line with the paths that a target file lacks to read records again. */
function pathLine({ paths }: Target): Pick<Check, 'add' | 'under'> {
  const lacking = (['request', 'checkout'] as const).filter((kind) => paths[kind] === undefined);
  const isThere = Object.keys(paths).length > 0;
  return lineIn('paths', isThere, lacking.map((kind) => `${kind}: "/v1/…/{${kind}Id}"`).join(', '));
}

/** The optional fields whose requirements no tool names. */
export const optionalFields: readonly OptionalField[] = [
  {
    field: 'paths.request, paths.checkout',
    ids: [
      'LIF-08',
      'LIF-12',
      'LIF-20',
      'LIF-07',
      'LIF-10b',
      'LIF-11a',
      'LIF-11b',
      'LIF-13',
      'LIF-14',
      'LIF-21',
      'REQ-11',
      'REQ-12',
    ],
    isThere: ({ paths }) => paths.request !== undefined && paths.checkout !== undefined,
    what: 'where a request and a checkout can be read again',
    line: pathLine,
  },
  {
    field: 'paths.h2hPayin',
    ids: ['PAY-15', 'PIN-09', 'PIN-10'],
    isThere: ({ paths }) => paths.h2hPayin !== undefined,
    what: 'where host-to-host pay-ins are created',
    line: ({ paths }) => lineIn('paths', Object.keys(paths).length > 0, 'h2hPayin: /v1/…'),
  },
  {
    field: 'widget',
    ids: ['WID-01', 'WID-02', 'WID-03', 'WID-04', 'WID-09', 'WID-10'],
    isThere: ({ widget }) => widget !== undefined,
    what: 'where the embedded widget comes from, and an approved domain',
    line: () => ({ add: 'widget: { host: https://…, domain: shop.example.com }' }),
  },
  {
    field: 'webhook.source',
    ids: ['WHK-09'],
    isThere: ({ facts }) => facts.webhookSource !== undefined,
    what: 'the address that webhooks come from',
    line: ({ webhook }) => lineIn('webhook', webhook !== undefined, 'source: 203.0.113.7'),
  },
  {
    field: 'a credential with purpose: second',
    ids: ['AUT-09', 'LIM-01d', 'XCH-08'],
    isThere: hasPurpose('second'),
    what: 'another account of the same environment',
    line: credential('label: other shop, purpose: second'),
  },
  {
    field: 'a credential with purpose: revoked',
    ids: ['AUT-08'],
    isThere: hasPurpose('revoked'),
    what: 'a token that was revoked in the dashboard',
    line: credential('label: taken back, purpose: revoked'),
  },
  {
    field: 'a credential with purpose: otherEnvironment',
    ids: ['SBX-01'],
    isThere: hasPurpose('otherEnvironment'),
    what: 'a token of another environment',
    line: credential('label: of production, purpose: otherEnvironment'),
  },
  {
    field: 'a credential with crossPayout: true',
    ids: ['OUT-07', 'OUT-08'],
    isThere: ({ credentials }) => credentials.some(({ crossPayout }) => crossPayout === true),
    what: 'an account for which support enabled cross payout',
    line: credential('label: cross payout, purpose: second, crossPayout: true'),
  },
  {
    field: 'a credential with a quota',
    ids: ['LIM-04a', 'LIM-04b', 'LIM-05', 'LIM-07'],
    isThere: ({ facts }) => (facts.limited?.length ?? 0) > 0,
    what: 'an account that nobody else uses, for the rate limit',
    line: credential('label: for the rate limit, quota: { postPerMinute: 10, getPerMinute: 300 }'),
  },
];

/** A call of the test control API that requirements need (docs/test-control-api.md lists the same); ids and sections. */
export interface NeededCall {
  call: string;
  ids: readonly string[];
  /** True if a target needs the call; by default every target does. */
  isNeeded?(target: Target): boolean;
}

const paid = ['LIF-07', 'LIF-08', 'LIF-10b', 'LIF-11a', 'LIF-11b', 'LIF-13', 'LIF-14'];

/** The calls that a run makes. */
export const neededCalls: readonly NeededCall[] = [
  { call: 'POST clock', ids: ['LIF-12'], isNeeded: ({ kind }) => kind === 'emulator' },
  { call: 'POST payments/{id}/settle', ids: ['PAY-13', 'PAY-18', 'SBX-07', 'BAL-02', 'OUT-06'] },
  { call: 'POST checkouts/{id}/choose', ids: paid },
  { call: 'POST chain/transfers', ids: [...paid, 'SAB-09', 'SAB-10', 'SAB-14', 'SAB-15', 'LIF-15'] },
  { call: 'POST addresses/{address}/disable', ids: ['SAB-07'] },
  {
    call: 'POST webhooks',
    ids: ['WHK', 'LIF-03'],
    isNeeded: ({ paths, webhook }) => paths.webhooks === undefined && (webhook?.kinds.length ?? 0) === 0,
  },
];

/** Returns the requirements that nothing can judge at a target, as far as its target file shows that without a request. */
export function unjudgeableAt(target: Target, dependents: Dependents): string[] {
  const fields = optionalFields.filter(({ isThere }) => !isThere(target)).flatMap(({ ids }) => ids);
  const calls = target.control ? [] : neededCalls.filter(({ isNeeded }) => isNeeded?.(target) ?? true);
  const projects = target.projects.length === 0 ? dependents.ofProjects() : [];
  return [...dependents.named([...fields, ...calls.flatMap(({ ids }) => ids)]), ...projects];
}

/** True for an operation on a project (widget). */
const isOfProject = (operation: string) => /\{(?:project|widget)Id\}/.test(operation);

/** What the requirements of the catalogue depend on. */
export class Dependents {
  readonly #catalogue: readonly CatalogueEntry[];
  readonly #tools: ReadonlyMap<string, readonly string[]>;
  readonly #gaps: ReadonlySet<string>;

  constructor(
    catalogue: readonly CatalogueEntry[],
    tools: ReadonlyMap<string, readonly string[]>,
    gaps: Target['facts']['gaps'],
  ) {
    this.#catalogue = catalogue;
    this.#tools = tools;
    this.#gaps = new Set(
      idsNamed(
        gaps.map(({ id }) => id),
        catalogue,
      ).ids,
    );
  }

  /** Returns the requirements among ids and sections that no gap of the target file covers, in the order of the catalogue. */
  named(names: readonly string[]): string[] {
    const { ids } = idsNamed(names, this.#catalogue);
    return this.#catalogue.flatMap(({ id }) => (ids.includes(id) && !this.#gaps.has(id) ? [id] : []));
  }

  /** Returns the requirements that ask for one of these tools, and the trace checks that only their traffic feeds. */
  ofTools(...wanted: readonly ToolName[]): string[] {
    return this.#withFed(this.#using(...wanted));
  }

  #using(...wanted: readonly ToolName[]): (id: string) => boolean {
    return (id) => this.#tools.get(id)?.some((name) => wanted.includes(name as ToolName)) ?? false;
  }

  /** Returns the requirements that need a project: tests by their tools, and the trace checks of what acquiring operations make. */
  ofProjects(): string[] {
    const ofTest = this.#using('projects', 'deposits', 'paidRequests', 'readBacks', 'checkoutLifetime', 'pages');
    const acquiring = new Set(
      this.#catalogue.flatMap(({ id, operations = [] }) => (operations.some(isOfProject) ? [id] : [])),
    );
    return this.#withFed(ofTest, (id) => ofTest(id) || acquiring.has(id));
  }

  /** Returns the tests whose requests a condition holds for, and the trace checks that only their traffic feeds. */
  ofOperations(isSo: (operations: readonly string[]) => boolean): string[] {
    const own = new Set(this.#catalogue.flatMap(({ id, operations }) => (operations && isSo(operations) ? [id] : [])));
    return this.#withFed((id) => own.has(id));
  }

  /** Returns the requirements for which webhook deliveries are evidence. */
  ofWebhooks(): string[] {
    return this.named(this.#catalogue.flatMap(({ id }) => (isJudgedByWebhooks(id) ? [id] : [])));
  }

  #withFed(isLost: (id: string) => boolean, isFeederLost = isLost): string[] {
    const lost = this.#catalogue.filter(
      ({ id, fedBy = [], byReading }) =>
        isLost(id) || (!byReading && fedBy.length > 0 && fedBy.every((feeder) => isFeederLost(feeder))),
    );
    return this.named(lost.map(({ id }) => id));
  }
}
