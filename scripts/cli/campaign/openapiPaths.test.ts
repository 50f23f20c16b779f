import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { contractBeside, contractFrom, progressBeside, reportableContract } from './openapiPaths.ts';

test('a contract is stored relative to the findings, so that both can be moved together', () => {
  expect(contractBeside('/a/b/x.findings.ndjson', '/a/c/shop.yaml')).toBe('../c/shop.yaml');
  expect(contractFrom('/other/b/x.findings.ndjson', '../c/shop.yaml')).toBe('/other/c/shop.yaml');
  expect(contractFrom('x.findings.ndjson', contractBeside('x.findings.ndjson', 'shop.yaml'))).toBe(
    resolve('shop.yaml'),
  );
});

test('an address is stored without parts that may be secret', () => {
  const address = 'https://me:secret@shop.example/openapi.json?token=secret#x';
  for (const stored of [reportableContract(address), contractBeside('x.ndjson', address)])
    expect(stored).toBe('https://shop.example/openapi.json');
  expect(contractFrom('x.ndjson', 'https://shop.example/openapi.json')).toBe('https://shop.example/openapi.json');
});

test('the progress of a campaign is stored beside its findings, never in place of its document', () => {
  expect(progressBeside('/a/shop.findings.ndjson')).toBe('/a/shop.findings.unended.json');
  expect(progressBeside('/a/findings.ndjson')).toBe('/a/findings.unended.json');
});
