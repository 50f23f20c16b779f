import { test as base } from '@playwright/test';
import { startEmbedded } from '../../runner/session/embeddedEmulator.ts';
import { readTarget, type Target } from '../../traffic/target/target.ts';

/** A test of testees, beside an emulator that all tests of a worker share. */
export const test = base.extend<object, { target: Target }>({
  target: [
    async ({}, use) => {
      const emulator = await startEmbedded({ control: false });
      await use(readTarget(emulator.targetFile));
      await emulator.stop();
    },
    { scope: 'worker' },
  ],
});
