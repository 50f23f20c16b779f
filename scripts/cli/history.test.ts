import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { history } from './history.ts';

test('says where the runs are looked for and what to do if there are none', () => {
  const target = test.info().outputPath('shop.yaml');
  expect(() => history({ target })).toThrow(
    /shop\.state.failures\.json: expected the runs .* got no such file.*assay run --target/,
  );
  mkdirSync(test.info().outputPath('shop.state'));
  const file = test.info().outputPath('shop.state', 'failures.json');
  writeFileSync(file, JSON.stringify({ version: 1, failures: [], nights: [], held: {} }));
  expect(() => history({ target })).toThrow(/got none/);
  writeFileSync(file, '{"version":2}');
  expect(() => history({ target })).toThrow(/a file in which version is not what a run writes/);
});
