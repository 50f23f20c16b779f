import type { Domain } from './acquiring.ts';
import type { JsonRecord } from './json.ts';

/** The changes of a checkout since a page of it was first opened, oldest first; each is the record at its moment. */
export interface WatchedCheckout {
  /** The number of changes that were dropped because there were too many. */
  dropped: number;
  readonly changes: JsonRecord[];
  /** The number of changes that some page was told. */
  told: number;
}

/** What the end user's side of a service stores: domains by project, checkouts by payment link, and the changes of opened checkouts. */
export interface Pages {
  readonly domains: Map<string, readonly Domain[]>;
  /** The domains of each project when a page of it was first opened, which only a careless service goes by. */
  readonly firstDomains: Map<string, readonly Domain[]>;
  readonly links: Map<string, string>;
  /** How often each payment link was opened. */
  readonly linkVisits: Map<string, number>;
  readonly watched: Map<string, WatchedCheckout>;
}

/** The end user's side of a new service, with the domains of its projects. */
export const noPages = (projects: readonly { id: string; domains: readonly Domain[] }[]): Pages => ({
  domains: new Map(projects.map(({ id, domains }) => [id, domains])),
  firstDomains: new Map(),
  links: new Map(),
  linkVisits: new Map(),
  watched: new Map(),
});
