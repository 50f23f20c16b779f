import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { entryFolder, packageRoot } from '../schemas/packageRoot.ts';

/** Minutes in one piece: begun last, it would be waited for alone. */
const longest = join(entryFolder, 'tests/product/install/readme.test.[jt]s');

const full = /@full/;

const folders = '{schemas,generators,traffic,oracles,judge,runner,fuzzer,reports,scripts,emulator,tests}';

/** The self-tests: `*.test.ts` beside the code that they judge, or what was built of them. */
export default defineConfig({
  testDir: entryFolder,
  // What takes long shows little more than the rest does: `npm run test:full` runs it, and CI does.
  ...(process.env['ASSAY_FULL'] === '1' ? { grep: full } : { grepInvert: full }),
  projects: [
    { name: 'longest', testMatch: longest },
    {
      name: 'others',
      testMatch: join(entryFolder, folders, '**/*.test.[jt]s'),
      testIgnore: longest,
    },
  ],
  outputDir: join(packageRoot, 'test-results/self'),
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Of two cores: a third of what is tested waits, for quotas and for absence to be concluded.
  workers: 3,
  // Only a hang takes so long: no test fails because the machine is slow.
  timeout: 600_000,
  reporter: [['list']],
});
