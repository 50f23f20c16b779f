import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Finding } from '../../../fuzzer/engine/findings/finding.ts';
import { loadContract } from '../../../schemas/load/contract.ts';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { openMock } from '../../support/mock/mock.ts';
import { assay } from '../../support/product/assayCommand.ts';
import { ended, start } from '../../support/product/childProcess.ts';
import { test } from '../../support/product/productTest.ts';
import { contractIn, shop } from '../../support/product/shopContract.ts';

const secret = 'key "of" & 0123456789';

const env = { SHOP_KEY: secret };

/** The places where a contract may require a key. */
const places = ['header', 'query'] as const;

interface Reported {
  stats: { expected: number; unexpected: number; skipped: number };
}

/** Runs the tests of a folder and returns their counts. */
async function tested(folder: string, url: string): Promise<Reported['stats']> {
  const words = ['node', join('node_modules', 'playwright', 'cli.js'), 'test', '--reporter=json', '--workers=1'];
  const { stdout } = await ended(start(words, { folder, env: { ...env, ASSAY_BASE_URL: url } }));
  return (JSON.parse(stdout) as Reported).stats;
}

/** Exports pass a query key in another way, and must judge it like a header key. */
/** Returns the shop with its key in this place. */
const shopBy = (place: (typeof places)[number]) => ({
  ...shop,
  components: { ...shop.components, securitySchemes: { key: { type: 'apiKey', in: place, name: 'X-Key' } } },
});

for (const place of places)
  test(`script and test show whether an answer repeats a key of the ${place}`, {
    tag: '@full',
  }, async ({ folder }) => {
    const file = contractIn(folder, shopBy(place));
    const contract = await loadContract(file);
    const broken = await openMock(contract, { acceptedCredentials: [secret], faults: { echoesSecret: true } });
    const conforming = await openMock(contract, { acceptedCredentials: [secret] });
    const out = join(folder, 'out');
    const words = ['fuzz', '--contract', file, '--target', broken.url, '--out', out, '--auth', 'key=env:SHOP_KEY'];
    await assay([...words, '--seed', '7', '--posts', '15', '--gets', '15'], { folder, env });
    const { findings } = JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')) as {
      findings: readonly (Finding & { files: readonly string[] })[];
    };
    const [found] = findings.filter(({ requirement }) => requirement === 'ANY-09');
    const [script = '', spec = ''] = found?.files ?? [];
    const codeAt = async (url: string) =>
      (await ended(start(['sh', join(out, script)], { folder, env: { ...env, ASSAY_BASE_URL: url } }))).code;
    expect(await codeAt(broken.url), script).toBe(1);
    expect(await codeAt(conforming.url), script).toBe(0);
    const alone = join(folder, 'alone');
    mkdirSync(alone);
    copyFileSync(join(out, spec), join(alone, 'it.spec.ts'));
    symlinkSync(join(packageRoot, 'node_modules'), join(alone, 'node_modules'));
    expect(await tested(alone, broken.url)).toMatchObject({ expected: 0, unexpected: 1, skipped: 0 });
    expect(await tested(alone, conforming.url)).toMatchObject({ expected: 1, unexpected: 0, skipped: 0 });
    await broken.close();
    await conforming.close();
  });

for (const place of places)
  test(`scripts and tests show findings on any API, with the ${place} key taken from the environment`, {
    tag: '@full',
  }, async ({ folder }) => {
    const file = contractIn(folder, shopBy(place));
    const contract = await loadContract(file);
    const broken = await openMock(contract, {
      seed: 1,
      acceptedCredentials: [secret],
      faults: { takesAnything: true },
    });
    const conforming = await openMock(contract, { seed: 1, acceptedCredentials: [secret] });
    const out = join(folder, 'out');
    const words = ['fuzz', '--contract', file, '--target', broken.url, '--out', out, '--auth', 'key=env:SHOP_KEY'];
    await assay([...words, '--seed', '7', '--posts', '60', '--gets', '60'], { folder, env });
    const { findings } = JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')) as {
      findings: readonly (Finding & { files: readonly string[] })[];
    };
    expect(findings.length).toBeGreaterThan(2);
    for (const { files, exchanges, case: one } of findings) {
      expect(exchanges.length).toBeGreaterThanOrEqual(one.steps.length);
      const [script = ''] = files;
      const codeAt = async (url: string, variables: Record<string, string> = env) => {
        const again = ['sh', join(out, script)];
        const { code } = await ended(start(again, { folder, env: { ...variables, ASSAY_BASE_URL: url } }));
        return code;
      };
      expect(await codeAt(broken.url), script).toBe(1);
      expect(await codeAt(conforming.url), script).toBe(0);
      expect(await codeAt('http://127.0.0.1:9'), script).toBe(3);
      const isShown = readFileSync(join(out, script), 'utf8').includes('SHOP_KEY');
      expect(isShown && (await codeAt(broken.url, {})), script).toBe(isShown ? 3 : false);
    }
    const exported = join(out, 'findings');
    for (const name of readdirSync(exported)) {
      const text = readFileSync(join(exported, name), 'utf8');
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), btoa(secret)])
        expect(text).not.toContain(form);
    }
    symlinkSync(join(packageRoot, 'node_modules'), join(exported, 'node_modules'));
    expect(await tested(exported, broken.url)).toMatchObject({
      expected: 0,
      unexpected: findings.length,
      skipped: 0,
    });
    expect(await tested(exported, conforming.url)).toMatchObject({
      expected: findings.length,
      unexpected: 0,
      skipped: 0,
    });
    await broken.close();
    await conforming.close();
  });
