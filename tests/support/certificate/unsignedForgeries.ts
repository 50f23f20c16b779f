import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { edit, editLines, signAgain } from './forgery.ts';
import { doubled, type Forgeries, foreignKey, moved, p0, without } from './journalForgery.ts';
import { countersignSample } from './sampleBundle.ts';

/** Forgeries without the key of the vendor: only files can be changed. */
export const unsignedForgeries: Forgeries = [
  ['a byte of the journal is edited', 'changedFile', (at) => edit(at, p0, (text) => text.replace('GET', 'GOT'))],
  [
    'a status of the journal is edited',
    'changedFile',
    (at) => edit(at, p0, (text) => text.replace('"status":200', '"status":500')),
  ],
  ['a line of the journal is removed', 'changedFile', (at) => editLines(at, p0, without('exchange'))],
  ['a line of the journal is doubled', 'changedFile', (at) => editLines(at, p0, doubled('exchange'))],
  ['lines of the journal are moved', 'changedFile', (at) => editLines(at, p0, moved('exchange'))],
  [
    'the verdict is edited',
    'changedFile',
    (at) => edit(at, 'verdict.json', (text) => text.replace('"pass"', '"fail"')),
  ],
  ['the contract is edited', 'changedFile', (at) => edit(at, 'contract.json', (text) => `${text} `)],
  ['the report is edited', 'changedFile', (at) => edit(at, 'report.html', (text) => `${text} `)],
  [
    'the badge is edited',
    'otherPage',
    (at) => edit(at, 'badge.svg', (text) => text.replace('challenged', 'operator-run')),
  ],
  [
    'the page is edited',
    'otherPage',
    (at) => edit(at, 'certificate.html', (text) => text.replace('challenged', 'operator-run')),
  ],
  ['a file of the journal is missing', 'missingFile', (at) => rmSync(join(at, p0))],
  ['the badge is missing', 'missingFile', (at) => rmSync(join(at, 'badge.svg'))],
  ['the statement is missing', 'noStatementFile', (at) => rmSync(join(at, 'statement.json'))],
  ['a file of the journal is added', 'unnamedFile', (at) => writeFileSync(join(at, 'journal/p9.ndjson'), '')],
  ['a program is added', 'unknownFile', (at) => writeFileSync(join(at, 'verify.mjs'), '')],
  ['a folder is added', 'unknownFile', (at) => mkdirSync(join(at, 'more'))],
  [
    'a file is a link',
    'notRegular',
    (at) => {
      rmSync(join(at, 'report.html'));
      symlinkSync('/etc/hosts', join(at, 'report.html'));
    },
  ],
  ['the envelope has a space more', 'respelled', (at) => edit(at, 'statement.json', (text) => text.replace(',', ', '))],
  ['the envelope is text', 'noEnvelope', (at) => writeFileSync(join(at, 'statement.json'), 'verified')],
  [
    'the payload type is another',
    'otherPayload',
    (at) => edit(at, 'statement.json', (text) => text.replace('vnd.in-toto', 'vnd.in-tota')),
  ],
  [
    'a second signature is added',
    'severalSignatures',
    (at) => edit(at, 'statement.json', (text) => text.replace(']}', ',{"keyid":"a","sig":"b"}]}')),
  ],
  [
    'the signature is edited',
    'badSignature',
    (at) =>
      edit(at, 'statement.json', (text) =>
        text.replace(/"sig":"(.)/, (_, first) => `"sig":"${first === 'A' ? 'B' : 'A'}`),
      ),
  ],
  [
    'the statement is edited',
    'badSignature',
    (at) =>
      edit(at, 'statement.json', (text) => {
        const value = JSON.parse(text);
        const body = Buffer.from(value.payload, 'base64').toString().replace('"profile":"nightly"', '"profile":"full"');
        return `${JSON.stringify({ ...value, payload: Buffer.from(body).toString('base64') })}\n`;
      }),
  ],
  [
    'a countersignature is edited',
    'badCountersignature',
    (at) => {
      countersignSample(at);
      const [name = ''] = readdirSync(join(at, 'countersignatures'));
      edit(at, `countersignatures/${name}`, (text) =>
        text.replace(/"sig":"(.)/, (_, first) => `"sig":"${first === 'A' ? 'B' : 'A'}`),
      );
    },
  ],
  [
    'a countersignature is text',
    'noEnvelope',
    (at) => {
      mkdirSync(join(at, 'countersignatures'));
      writeFileSync(join(at, 'countersignatures/a.json'), 'agreed');
    },
  ],
  ['it is signed again by a foreign key', 'foreignKey', (at) => signAgain(at, foreignKey)],
  [
    'it is signed by a foreign key under the name of the right one',
    'badSignature',
    (at) => {
      const right = JSON.parse(readFileSync(join(at, 'statement.json'), 'utf8')).signatures[0].keyid;
      signAgain(at, foreignKey);
      edit(at, 'statement.json', (text) => text.replace(/"keyid":"[^"]+"/, `"keyid":"${right}"`));
    },
  ],
];
