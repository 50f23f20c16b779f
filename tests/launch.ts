import { test as base } from '@playwright/test';
import { temporaryFolder } from './folder.ts';
import { type Service, startService } from './service.ts';

interface Shared {
  /** A folder of this worker's, gone when it ends. */
  folder: string;
  /** An emulator as a sandbox is: its control door closed. */
  service: Service;
}

/** Playwright's `test` with a folder and an emulator that all tests of a worker share. */
export const test = base.extend<object, Shared>({
  folder: [
    async ({}, use) => {
      const { path, remove } = temporaryFolder();
      await use(path);
      remove();
    },
    { scope: 'worker' },
  ],

  service: [
    async ({ folder }, use) => {
      const service = await startService({ folder });
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
});

/** Starts something once for all tests of a worker that ask for it. */
export function once<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () => (started ??= start());
}
