import { expect, test } from '@playwright/test';
import { variableNames, variablesFor } from './variables.ts';

const credential = { tokenId: 'TKN-1', secret: 'made up' };

test('tests see their address and credential, neither our own variables nor hidden values', () => {
  const env = { PATH: '/bin', ASSAY_OUT: '/out', SANDBOX_SECRET: 'real one' };
  expect(variablesFor({ baseUrl: 'http://x', credential, projectId: 'CAP-1', hidden: ['real one'] }, env)).toEqual({
    PATH: '/bin',
    [variableNames.baseUrl]: 'http://x',
    [variableNames.tokenId]: 'TKN-1',
    [variableNames.secret]: 'made up',
    [variableNames.projectId]: 'CAP-1',
  });
});
