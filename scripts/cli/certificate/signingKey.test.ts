import { expect, test } from '@playwright/test';
import { newKeys } from '../../../certificate/keys/keys.ts';
import { signingKey } from './signingKey.ts';

test('no process that a command starts inherits the text of the key', () => {
  process.env['ASSAY_CERTIFICATE_KEY'] = newKeys().secret;
  expect(signingKey(undefined).type).toBe('private');
  expect(process.env['ASSAY_CERTIFICATE_KEY']).toBe(undefined);
});
