import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

// No library signs certificates in less than a megabyte, and these few fields of X.509 (RFC 5280) are all that a test needs.

/** One value in DER: a tag, a length, and bytes. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const long = [...Buffer.from(length.toString(16).padStart(length > 255 ? 4 : 2, '0'), 'hex')];
  return Buffer.concat([Buffer.from(length < 128 ? [tag, length] : [tag, 128 + long.length, ...long]), body]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const octets = (bytes: Buffer) => der(0x04, bytes);
const bits = (bytes: Buffer, unused = 0) => der(0x03, Buffer.from([unused]), bytes);
const yes = der(0x01, Buffer.from([255]));
const hex = (text: string) => Buffer.from(text, 'hex');

/** Object identifiers in DER. */
const ids = {
  commonName: hex('0603550403'),
  ecdsaWithSha256: hex('06082a8648ce3d040302'),
  basicConstraints: hex('0603551d13'),
  keyUsage: hex('0603551d0f'),
  subjectKey: hex('0603551d0e'),
  authorityKey: hex('0603551d23'),
  alternativeNames: hex('0603551d11'),
  extendedUsage: hex('0603551d25'),
  serverAuthentication: hex('06082b06010505070301'),
};

const algorithm = sequence(ids.ecdsaWithSha256);
const nameOf = (text: string) => sequence(der(0x31, sequence(ids.commonName, der(0x0c, Buffer.from(text)))));
const timeOf = (ms: number) => der(0x18, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')}`));
const extension = (id: Buffer, value: Buffer, ...critical: readonly Buffer[]) =>
  sequence(id, ...critical, octets(value));

/** A name with its key, which can sign certificates. */
export interface Authority {
  name: string;
  key: KeyObject;
  keyId: Buffer;
  pem: string;
}

const pemOf = (certificate: Buffer) => {
  const lines = certificate
    .toString('base64')
    .replace(/(.{64})/g, '$1\n')
    .trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
};

interface Content {
  issuer: { name: string; key: KeyObject };
  subject: string;
  publicKey: KeyObject;
  endsAt: number;
  extensions: readonly Buffer[];
}

/** One day, and the time before now from which a certificate is valid: clocks differ. */
const dayMs = 86_400_000;

function certificateOf({ issuer, subject, publicKey, endsAt, extensions }: Content): string {
  const serial = Buffer.concat([Buffer.from([0x40]), randomBytes(15)]);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    nameOf(issuer.name),
    sequence(timeOf(Math.min(endsAt, Date.now()) - 2 * dayMs), timeOf(endsAt)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  return pemOf(sequence(body, algorithm, bits(sign('sha256', body, issuer.key))));
}

function newKey(): { publicKey: KeyObject; key: KeyObject; keyId: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const keyId = createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();
  return { publicKey, key: privateKey, keyId };
}

/** Makes a certificate authority that exists only for this process. */
export function newAuthority(name: string): Authority {
  const { publicKey, key, keyId } = newKey();
  const extensions = [
    extension(ids.basicConstraints, sequence(yes), yes),
    extension(ids.keyUsage, bits(Buffer.from([0x06]), 1), yes),
    extension(ids.subjectKey, octets(keyId)),
  ];
  const pem = certificateOf({
    issuer: { name, key },
    subject: name,
    publicKey,
    endsAt: Date.now() + dayMs,
    extensions,
  });
  return { name, key, keyId, pem };
}

/** The names that a certificate is for, and when it ends. */
export interface ServerNames {
  hosts: readonly string[];
  addresses: readonly (readonly number[])[];
  endsAt?: number;
}

/** Makes the certificate of a server, signed by an authority. */
export function newServerCertificate(
  by: Authority,
  { hosts, addresses, endsAt = Date.now() + dayMs }: ServerNames,
): { key: string; cert: string } {
  const { publicKey, key, keyId } = newKey();
  const names = sequence(
    ...hosts.map((host) => der(0x82, Buffer.from(host))),
    ...addresses.map((address) => der(0x87, Buffer.from(address))),
  );
  const extensions = [
    extension(ids.basicConstraints, sequence(), yes),
    extension(ids.keyUsage, bits(Buffer.from([0x80]), 7), yes),
    extension(ids.extendedUsage, sequence(ids.serverAuthentication)),
    extension(ids.alternativeNames, names),
    extension(ids.subjectKey, octets(keyId)),
    extension(ids.authorityKey, sequence(der(0x80, by.keyId))),
  ];
  const cert = certificateOf({ issuer: by, subject: 'Assay test server', publicKey, endsAt, extensions });
  return { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}
