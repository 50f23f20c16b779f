// Reads the statement of a certificate with nothing of Assay: written from the specifications of DSSE 1.0 and in-toto Statement v1 alone.
//   node readStatement.mjs <statement.json> <public key in PEM> [<folder of the bundle>]
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [file, keyFile, folder] = process.argv.slice(2);

function check(holds, message) {
  if (holds) return;
  process.stderr.write(`refused: ${message}\n`);
  process.exit(1);
}

// DSSE, protocol.md: SIGNATURE = Sign(PAE(UTF8(PAYLOAD_TYPE), SERIALIZED_BODY)).
const { payload, payloadType, signatures } = JSON.parse(readFileSync(file, 'utf8'));
const body = Buffer.from(payload, 'base64');
const type = Buffer.from(payloadType);
const encoded = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} `), type, Buffer.from(` ${body.length} `), body]);
const key = createPublicKey(readFileSync(keyFile));
check(
  signatures.some(({ sig }) => verify(null, encoded, key, Buffer.from(sig, 'base64'))),
  'no signature is one of this key',
);
check(payloadType === 'application/vnd.in-toto+json', `the payload is ${payloadType}`);

// in-toto, statement.md: the type, subjects with digests, and a predicate of a named type.
const { _type, subject, predicateType, predicate } = JSON.parse(body.toString('utf8'));
check(_type === 'https://in-toto.io/Statement/v1', `the statement is ${_type}`);
check(Array.isArray(subject) && subject.every(({ digest }) => digest && typeof digest === 'object'), 'no subjects');

// in-toto, test-result.md: two required fields.
check(predicateType === 'https://in-toto.io/attestation/test-result/v0.1', `the predicate is ${predicateType}`);
check(['PASSED', 'WARNED', 'FAILED'].includes(predicate.result), `the result is ${predicate.result}`);
check(Array.isArray(predicate.configuration), 'no configuration');

// The suite is a subject too, and no file of the bundle. Of a folder every other subject must be there, and the journal must have no file more.
const named = folder === undefined ? [] : subject.filter(({ name }) => !name.startsWith('suite/'));
for (const { name, digest } of named) {
  const place = join(folder, name);
  check(existsSync(place), `${name} is missing`);
  const own = createHash('sha256').update(readFileSync(place)).digest('hex');
  check(own === digest.sha256, `${name} has another digest`);
}
if (folder !== undefined) {
  check(existsSync(join(folder, 'journal')), 'the journal is missing');
  for (const name of readdirSync(join(folder, 'journal')))
    check(
      named.some((one) => one.name === `journal/${name}`),
      `journal/${name} is not named by the statement`,
    );
}
const count = (list = []) => list.length;
process.stdout.write(
  `${predicate.result}: ${count(predicate.passedTests)} passed, ${count(predicate.warnedTests)} warned, ${count(predicate.failedTests)} failed, ${subject.length} subjects\n`,
);
