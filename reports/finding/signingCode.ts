import type { CaseStep } from '../../fuzzer/engine/cases/fuzzCase.ts';
import type { SigningFault } from '../../traffic/signing/signingFaults.ts';

/** JavaScript statements that the expressions below use; they need only node:crypto. */
export const signingCode = [
  'const hmac = (algorithm, key, ...parts) => parts.reduce((mac, part) => mac.update(part), createHmac(algorithm, key));',
  'const digest = (key, ...parts) => hmac("sha256", key, ...parts).digest("hex");',
  'const hash = (...parts) => parts.reduce((sum, part) => sum.update(part), createHash("sha256")).digest("hex");',
  'const simple = (id, secret) => [["X-Token-API-Id", id], ["X-Token-API-Secret", secret]];',
  'const signed = (id, mac, salt) => [["X-Token-API-Id", id], ["X-HMAC-SHA256-Signature", mac], ["X-Salt", salt]];',
] as const;

const lastTurned = 'secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0")';

const letterTurned = '(letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())';

/** Secrets that are nearly right, as expressions over the right one. */
const near = {
  wrongSecret: lastTurned,
  secretCut: 'secret.slice(0, -1)',
  secretLonger: 'secret + "0"',
  secretInAnotherCase: `((turned) => (turned === secret ? ${lastTurned} : turned))(secret.replace(/[a-z]/gi, ${letterTurned}))`,
  secretHashed: 'hash(secret)',
  secretEmpty: '""',
} as const;

const nibbles = 'id.replace(/[0-9a-f]/gi, (digit) => (15 - Number.parseInt(digit, 16)).toString(16))';

const unknown = `((turned) => (turned === id ? id + "0" : turned))(${nibbles}.replace(/^[^-]*/, "TKN"))`;

const otherShape = '(id.startsWith("TKN-") ? id.slice(4) : "PMT-" + id)';

const validDigest = 'digest(secret, body, salt)';

const keyed = (key: string) => `signed(id, digest(${key}, body, salt), salt)`;

const digested = (mac: string) => `signed(id, ${mac}, salt)`;

/** The body in another form of the same JSON. */
const reformatted =
  '(body.length === 0 ? "" : ((text, value) => [JSON.stringify(value), JSON.stringify(value, null, 2), text + "\\n"].find((one) => one !== text))(body.toString(), JSON.parse(body)))';

const withoutHeader = (name: string) => `signed(id, ${validDigest}, salt).filter(([name]) => name !== "${name}")`;

const validWay = { simple: 'simple(id, secret)', signed: keyed('secret') } as const;

type Ways = Readonly<Partial<Record<SigningFault, string>>>;

/** Every signing method of the suite (`traffic/signing/signingFaults.ts`) as an expression over `id`, `secret`, the bytes of the `body`, and the `salt`. */
const ways: Readonly<Record<'simple' | 'signed', Ways>> = {
  simple: {
    ...Object.fromEntries(Object.entries(near).map(([name, secret]) => [name, `simple(id, ${secret})`])),
    secretInBase64: 'simple(id, Buffer.from(secret).toString("base64"))',
    tokenIdAsSecret: 'simple(id, id)',
    unknownToken: `simple(${unknown}, secret)`,
    idOfAnotherShape: `simple(${otherShape}, secret)`,
    idMissing: 'simple("", secret).slice(1)',
    secretMissing: 'simple(id, "").slice(0, 1)',
  },
  signed: {
    ...Object.fromEntries(Object.entries(near).map(([name, secret]) => [name, keyed(secret)])),
    tokenIdAsSecret: keyed('id'),
    keyFromHex: keyed('Buffer.from(secret, "hex")'),
    keyFromBase64: keyed('Buffer.from(secret, "base64")'),
    unknownToken: `signed(${unknown}, ${validDigest}, salt)`,
    idOfAnotherShape: `signed(${otherShape}, ${validDigest}, salt)`,
    idMissing: withoutHeader('X-Token-API-Id'),
    anotherBody: digested('digest(secret, body.length === 0 ? "{}" : Buffer.concat([body, Buffer.from(" ")]), salt)'),
    anotherSalt: `signed(id, ${validDigest}, randomBytes(32).toString("hex"))`,
    truncated: digested(`${validDigest}.slice(0, 63)`),
    halfTruncated: digested(`${validDigest}.slice(0, 32)`),
    lastDigitWrong: digested(`((mac) => mac.slice(0, -1) + (mac.endsWith("0") ? "1" : "0"))(${validDigest})`),
    firstDigitWrong: digested(`((mac) => (mac.startsWith("0") ? "1" : "0") + mac.slice(1))(${validDigest})`),
    signatureEmpty: digested('""'),
    signatureMissing: withoutHeader('X-HMAC-SHA256-Signature'),
    saltMissing: withoutHeader('X-Salt'),
    saltForgone: 'signed(id, digest(secret, body), "").slice(0, 2)',
    bodyNotSigned: digested('digest(secret, salt)'),
    saltNotSigned: digested('digest(secret, body)'),
    saltFirst: digested('digest(secret, salt, body)'),
    saltApart: digested('digest(secret, body, "\\n", salt)'),
    saltAsBytes: digested('digest(secret, body, Buffer.from(salt, "hex"))'),
    beforeReformatting: digested(`digest(secret, ${reformatted}, salt)`),
    inBase64: digested('hmac("sha256", secret, body, salt).digest("base64")'),
    inBase64Url: digested('hmac("sha256", secret, body, salt).digest("base64url")'),
    bySha1: digested('hmac("sha1", secret, body, salt).digest("hex")'),
    bySha512: digested('hmac("sha512", secret, body, salt).digest("hex")'),
    notKeyed: digested('hash(body, salt)'),
    secretPrepended: digested('hash(secret, body, salt)'),
  },
};

/**
 * Writes the signature of a step as a JavaScript expression; undefined if the step has no signature, or if code cannot make this signature. A step with a
 * binary body uses the simple scheme.
 */
export function signingExpression({
  signing,
  fault,
  body,
}: Pick<CaseStep, 'signing' | 'fault' | 'body'>): string | undefined {
  if (signing === 'none') return undefined;
  if (signing === 'signed' && body && 'base64' in body) return validWay.simple;
  if (fault === undefined) return validWay[signing];
  return Object.hasOwn(ways[signing], fault) ? ways[signing][fault] : undefined;
}
