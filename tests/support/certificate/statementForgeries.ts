import { publicHalf, publicKeyText } from '../../../certificate/keys/keys.ts';
import { keyOfChallenge } from '../../../traffic/journal/ownIds.ts';
import { certificateOf, edit, editLines } from './forgery.ts';
import { again, type Forgeries, foreignKey, inJournal, later, p0, replaced, run, saying } from './journalForgery.ts';
import { sampleNonce } from './sampleBundle.ts';

/** Forgeries with the key of the vendor, who can sign anything: he is refused where his bundle contradicts itself. */
export const statementForgeries: Forgeries = [
  [
    'the statement names a foreign key',
    'otherKeyNamed',
    saying((one) => {
      certificateOf(one).signer = publicKeyText(publicHalf(foreignKey));
    }),
  ],
  [
    'the statement names no key',
    'noKeyInside',
    saying((one) => {
      certificateOf(one).signer = 'A'.repeat(60);
    }),
  ],
  [
    'the statement is of another type',
    'otherStatement',
    saying((one) => {
      (one as { _type: string })._type = 'https://in-toto.io/Statement/v0.1';
    }),
  ],
  [
    'the predicate is of another type',
    'otherPredicate',
    saying((one) => {
      one.predicateType = 'https://slsa.dev/provenance/v1';
    }),
  ],
  [
    'the level is an invented one',
    'malformed',
    saying((one) => {
      (certificateOf(one) as { level: string }).level = 'certified by the operator';
    }),
  ],
  [
    'a self-declared run claims a challenge',
    'overstatedLevel',
    saying((one) => {
      certificateOf(one).level = 'self-declared';
    }),
  ],
  [
    'it was issued in the future',
    'future',
    saying((one) => {
      Object.assign(certificateOf(one), {
        issuedAt: later(2).toISOString(),
        rerunDue: later(3).toISOString(),
        validUntil: later(4).toISOString(),
      });
    }),
  ],
  [
    'it has ended',
    'expired',
    saying((one) => {
      const { endedAt } = certificateOf(one).run;
      Object.assign(certificateOf(one), { issuedAt: endedAt, rerunDue: endedAt, validUntil: endedAt });
    }),
  ],
  [
    'it is valid for ever',
    'disorderedDates',
    saying((one) => {
      certificateOf(one).validUntil = later(4_000).toISOString();
    }),
  ],
  [
    'it was issued before its run',
    'disorderedDates',
    saying((one) => {
      certificateOf(one).issuedAt = later(-1).toISOString();
    }),
  ],
  [
    'it names another challenge',
    'otherChallenge',
    saying((one) => {
      certificateOf(one).challenge = 'another-nonce-0123456789';
    }),
  ],
  [
    'it names no challenge',
    'noChallenge',
    saying((one) => {
      delete certificateOf(one).challenge;
      certificateOf(one).level = 'self-declared';
    }),
  ],
  [
    'an older run gets the challenge in its first line',
    'otherSeed',
    again(
      (at) => editLines(at, run, replaced(/"seed":\d+/, '"seed":7')),
      (one) => {
        certificateOf(one).run.seed = 7;
      },
    ),
  ],
  [
    'an older run gets challenge and seed in its first line',
    'unboundIds',
    inJournal(run, replaced(/"idKey":"\w+"/, `"idKey":"${'0'.repeat(32)}"`)),
  ],
  [
    'an older run gets challenge, seed and a key of ids in its first line',
    'unboundIds',
    inJournal(run, replaced(/"idKey":"\w+"/, `"idKey":"${keyOfChallenge(sampleNonce, '0'.repeat(32))}"`)),
  ],
  [
    'the run was bound to another challenge',
    'unboundChallenge',
    inJournal(run, replaced(/"challenge":"[^"]+"/, '"challenge":"another-nonce-0123456789"')),
  ],
  [
    'a subject is named twice',
    'doubledSubject',
    saying((one) => {
      one.subject.push(structuredClone(one.subject[0] as (typeof one.subject)[number]));
    }),
  ],
  [
    'the verdict is no subject',
    'missingSubject',
    saying((one) => {
      one.subject = one.subject.filter(({ name }) => name !== 'verdict.json');
    }),
  ],
  [
    'a file of the journal is no subject',
    'unnamedFile',
    saying((one) => {
      one.subject = one.subject.filter(({ name }) => name !== p0);
    }),
  ],
  [
    'it was made by an older suite',
    'olderSuite',
    saying((one) => {
      Object.assign(certificateOf(one).suite, { version: '0.0.9', build: '0'.repeat(64) });
    }),
  ],
  [
    'it was made by a newer suite',
    'newerSuite',
    saying((one) => {
      Object.assign(certificateOf(one).suite, { version: '0.10.0', build: '0'.repeat(64) });
    }),
  ],
  [
    'it was made by another build',
    'otherBuild',
    saying((one) => {
      certificateOf(one).suite.build = '0'.repeat(64);
    }),
  ],
  [
    'its lock file is another',
    'otherLock',
    saying((one) => {
      for (const { name, digest } of one.subject)
        if (name === 'suite/package-lock.json') digest.sha256 = '0'.repeat(64);
    }),
  ],
  [
    'its catalogue lacks a requirement',
    'otherCatalogue',
    again((at) => edit(at, 'catalogue.json', (text) => `${JSON.stringify(JSON.parse(text).slice(1))}\n`)),
  ],
  [
    'its contract demands less',
    'otherContract',
    again((at) => edit(at, 'contract.json', (text) => text.replace('"required"', '"optional"'))),
  ],
];
