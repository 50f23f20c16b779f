import { expect, test } from '@playwright/test';
import { authenticate } from '../../traffic/signing/authenticate.ts';
import { signingFaultsFor } from '../../traffic/signing/signingFaults.ts';
import { freshSalt, withoutProof } from '../../traffic/signing/signingSchemes.ts';
import { redactorFor } from './worker.ts';

const credential = {
  label: 'main',
  tokenId: 'TKN-46eb0c5e-0a50-4a3f-9d6e-1b2c3d4e5f60',
  secret: 'c0ffee00c0ffee00c0ffee00',
};

/** Replaces each hexadecimal digit by 15 minus its value. The result still reveals the original. */
const turned = (text: string) => text.replace(/[0-9a-f]/g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));

const bare = credential.tokenId.slice(4);

const forms = [bare, turned(bare), encodeURIComponent(bare), Buffer.from(bare).toString('hex')];

const redactor = redactorFor({ secrets: [], credentials: [credential] }, []);

test('no request header, signed correctly or not, shows a token id in the journal', () => {
  for (const scheme of ['simple', 'signed'] as const)
    for (const fault of [undefined, ...signingFaultsFor(scheme, { hasBody: true, secret: credential.secret })]) {
      const headers = authenticate({ scheme, credential, ...(fault && { fault }), salt: freshSalt() } as never, '{}');
      const written = JSON.stringify(headers.map(([name, value]) => withoutProof([name, redactor.clean(value)])));
      for (const form of forms) expect(written.toLowerCase(), `${scheme} ${fault}`).not.toContain(form);
    }
});

test('a token id that a target shows is not written in any form', () => {
  for (const form of [credential.tokenId, ...forms, credential.tokenId.toUpperCase()]) {
    const shown = redactor.clean(JSON.stringify({ message: `no account of ${form}` }));
    expect(shown).not.toContain(form);
    expect(shown).toMatch(/<(?:nearly the )?token id of main>/);
  }
});
