import type { Fields } from '../core/fields.ts';
import { notFound } from '../core/problem.ts';
import type { Account, Project } from '../domain/account.ts';
import { addressKey } from './addresses.ts';
import type { Bundle, Checkout, Request, StaticAddress } from './records.ts';

/** Whom an address of the service was given to. */
export type AddressOwner = { request: Request } | { bundle: Bundle; address: StaticAddress };

/** What an account asks of one of its projects. */
export interface ProjectCall {
  account: Account;
  project: Project;
  fields: Fields;
}

/** All that crypto acquiring holds: checkouts, requests, bundles and the addresses given out. */
export class Acquiring {
  private readonly checkouts = new Map<string, Checkout>();
  private readonly requests = new Map<string, Request>();
  private readonly bundles = new Map<string, Bundle>();
  private readonly owners = new Map<string, AddressOwner>();

  /** Keeps a checkout. */
  addCheckout(checkout: Checkout): void {
    this.checkouts.set(checkout.id, checkout);
  }

  /** Keeps a request and its address. */
  addRequest(request: Request): void {
    this.requests.set(request.id, request);
    this.owners.set(addressKey(request.address), { request });
  }

  /** Keeps a bundle. */
  addBundle(bundle: Bundle): void {
    this.bundles.set(bundleKey(bundle.project, bundle.referenceId), bundle);
  }

  /** Keeps an address of a bundle. */
  addStaticAddress(bundle: Bundle, address: StaticAddress): void {
    this.owners.set(addressKey(address.address), { bundle, address });
  }

  /** A checkout by its id. */
  checkout(id: string): Checkout {
    const found = this.checkouts.get(id);
    if (found === undefined) throw notFound('checkout');
    return found;
  }

  /** A request by its id. */
  request(id: string): Request {
    const found = this.requests.get(id);
    if (found === undefined) throw notFound('request');
    return found;
  }

  /** The bundle of a project for a merchant's reference, undefined when there is none yet. */
  bundle(project: Project, referenceId: string): Bundle | undefined {
    return this.bundles.get(bundleKey(project, referenceId));
  }

  /** Whom an address was given to. */
  owner(address: string): AddressOwner {
    const found = this.owners.get(addressKey(address));
    if (found === undefined) throw notFound('address');
    return found;
  }
}

function bundleKey(project: Project, referenceId: string): string {
  return `${project.id} ${referenceId}`;
}

/** A project of an account by its id. */
export function projectOf(account: Account, id: string): Project {
  const found = account.projects.find((project) => project.id === id);
  if (found === undefined) throw notFound('project');
  return found;
}
