import { expect, test } from '@playwright/test';
import { exchangeLine, recordOf, runLine } from '../../tests/support/records/records.ts';
import { credentialsIn, hasTokenShape } from './credentials.ts';

test('a used credential with an unexpected format counts as a configuration error of the run', async () => {
  const credentials = [
    { label: 'main', isTokenId: false },
    { label: 'idle', isTokenId: false },
  ];
  const run = { ...runLine, target: { ...runLine.target, credentials } };
  const used = credentialsIn(await recordOf([run, exchangeLine('p0-1', {})]));
  expect(used.map(hasTokenShape)).toEqual([{ code: 'tokenShape', credential: 'main', exchanges: ['p0-1'] }]);
  expect(hasTokenShape({ ...used[0], isTokenId: true } as (typeof used)[number])).toBeUndefined();
});
