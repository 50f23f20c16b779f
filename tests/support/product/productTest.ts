import { test as base } from '@playwright/test';
import { type Service, startEmulator } from './startEmulator.ts';
import { temporaryFolder } from './temporaryFolder.ts';

interface Own {
  /** A folder of this test, removed at its end. */
  folder: string;
}

interface Shared {
  /** A folder of this worker, removed at its end, for everything that its tests share. */
  sharedFolder: string;
  /** An emulator like a sandbox, without test control API. Its target file is in the shared folder. */
  service: Service;
}

async function lendFolder(use: (path: string) => Promise<void>): Promise<void> {
  const { path, remove } = temporaryFolder();
  await use(path);
  remove();
}

/** Playwright's `test` with a separate folder, and an emulator that all tests of a worker share. */
export const test = base.extend<Own, Shared>({
  folder: async ({}, use) => lendFolder(use),
  sharedFolder: [async ({}, use) => lendFolder(use), { scope: 'worker' }],

  service: [
    async ({ sharedFolder: folder }, use) => {
      const service = await startEmulator({ folder });
      await use(service);
      await service.stop();
    },
    { scope: 'worker' },
  ],
});

/** Runs a function only once for all tests of a worker that need its result. */
export function once<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () => (started ??= start());
}
