import { test as base } from '@playwright/test';
import { type Service, startEmulator } from './startEmulator.ts';
import { temporaryFolder } from './temporaryFolder.ts';

interface Own {
  /** A folder of this test's, gone when it ends. */
  folder: string;
}

interface Shared {
  /** A folder of this worker's, gone when it ends: for what its tests share. */
  sharedFolder: string;
  /** An emulator as a sandbox is: its control door closed. Its target file lies in the shared folder. */
  service: Service;
}

async function lendFolder(use: (path: string) => Promise<void>): Promise<void> {
  const { path, remove } = temporaryFolder();
  await use(path);
  remove();
}

/** Playwright's `test` with a folder of its own, and an emulator that all tests of a worker share. */
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

/** Starts something once for all tests of a worker that ask for it. */
export function once<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () => (started ??= start());
}
