import type { CaseStep } from '../../fuzzer/engine/cases/fuzzCase.ts';
import { type DigestScheme, digestSchemes, keyedDigests } from '../../schemas/domain/signingSchemes.ts';
import type { SigningFault } from '../../traffic/signing/signingFaults.ts';

/** JavaScript statements that the expressions below use; they need only node:crypto. */
export const signingCode: readonly string[] = [
  'const hmac = (algorithm, key, ...parts) => parts.reduce((mac, part) => mac.update(part), createHmac(algorithm, key));',
  'const hash = (algorithm, ...parts) => parts.reduce((sum, part) => sum.update(part), createHash(algorithm)).digest("hex");',
  'const simple = (id, secret) => [["X-Token-API-Id", id], ["X-Token-API-Secret", secret]];',
  ...digestSchemes.map(
    (name) =>
      `const ${name} = (id, mac, salt) => [["X-Token-API-Id", id], ["${keyedDigests[name].header}", mac], ["X-Salt", salt]];`,
  ),
];

const lastTurned = 'secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0")';

const letterTurned = '(letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())';

/** Secrets that are nearly right, as expressions over the right one. */
const near = {
  wrongSecret: lastTurned,
  secretCut: 'secret.slice(0, -1)',
  secretLonger: 'secret + "0"',
  secretInAnotherCase: `((turned) => (turned === secret ? ${lastTurned} : turned))(secret.replace(/[a-z]/gi, ${letterTurned}))`,
  secretHashed: 'hash("sha256", secret)',
  secretEmpty: '""',
  secretGuessed: '"secret"',
} as const;

const nibbles = 'id.replace(/[0-9a-f]/gi, (digit) => (15 - Number.parseInt(digit, 16)).toString(16))';

const unknown = `((turned) => (turned === id ? id + "0" : turned))(${nibbles}.replace(/^[^-]*/, "TKN"))`;

const otherShape = '(id.startsWith("TKN-") ? id.slice(4) : "PMT-" + id)';

/** The body in another form of the same JSON. */
const reformatted =
  '(body.length === 0 ? "" : ((text, value) => [JSON.stringify(value), JSON.stringify(value, null, 2), text + "\\n"].find((one) => one !== text))(body.toString(), JSON.parse(body)))';

const turnedAt = (place: 'first' | 'last') =>
  place === 'first'
    ? '((mac) => (mac.startsWith("0") ? "1" : "0") + mac.slice(1))'
    : '((mac) => mac.slice(0, -1) + (mac.endsWith("0") ? "1" : "0"))';

type Ways = Readonly<Partial<Record<SigningFault, string>>>;

const validSimple = 'simple(id, secret)';

const simpleWays: Ways = {
  ...Object.fromEntries(Object.entries(near).map(([name, secret]) => [name, `simple(id, ${secret})`])),
  secretInBase64: 'simple(id, Buffer.from(secret).toString("base64"))',
  tokenIdAsSecret: 'simple(id, id)',
  unknownToken: `simple(${unknown}, secret)`,
  idOfAnotherShape: `simple(${otherShape}, secret)`,
  idMissing: 'simple("", secret).slice(1)',
  secretMissing: 'simple(id, "").slice(0, 1)',
};

/**
 * Returns every signing method of a scheme with a digest (`traffic/signing/signingFaults.ts`) as an expression over `id`, `secret`, the bytes of the `body`, and
 * the `salt`: the right one, and the wrong ones by name.
 */
function digestWays(scheme: DigestScheme): { valid: string; wrong: Ways } {
  const { hash, header } = keyedDigests[scheme];
  const mac = (parts: string, encoding = 'hex', algorithm: string = hash) =>
    `hmac("${algorithm}", ${parts}).digest("${encoding}")`;
  const plain = (parts: string) => `hash("${hash}", ${parts})`;
  const digested = (digest: string) => `${scheme}(id, ${digest}, salt)`;
  const keyed = (key: string) => digested(mac(`${key}, body, salt`));
  const valid = mac('secret, body, salt');
  const salted = (sent: string, signed: string) =>
    `((salt) => ${scheme}(id, ${mac(`secret, body, ${signed}`)}, salt))(${sent})`;
  const saltCut = (width: number) => salted('salt.repeat(5)', `salt.slice(0, ${width})`);
  const withoutHeader = (name: string) => `${keyed('secret')}.filter(([name]) => name !== "${name}")`;
  const wrong: Ways = {
    ...Object.fromEntries(Object.entries(near).map(([name, secret]) => [name, keyed(secret)])),
    tokenIdAsSecret: keyed('id'),
    keyFromHex: keyed('Buffer.from(secret, "hex")'),
    keyFromBase64: keyed('Buffer.from(secret, "base64")'),
    unknownToken: `${scheme}(${unknown}, ${valid}, salt)`,
    idOfAnotherShape: `${scheme}(${otherShape}, ${valid}, salt)`,
    idMissing: withoutHeader('X-Token-API-Id'),
    anotherBody: digested(mac('secret, body.length === 0 ? "{}" : Buffer.concat([body, Buffer.from(" ")]), salt')),
    anotherSalt: `${scheme}(id, ${valid}, randomBytes(32).toString("hex"))`,
    truncated: digested(`${valid}.slice(0, -1)`),
    halfTruncated: digested(`((mac) => mac.slice(0, mac.length / 2))(${valid})`),
    lastDigitWrong: digested(`${turnedAt('last')}(${valid})`),
    firstDigitWrong: digested(`${turnedAt('first')}(${valid})`),
    signatureEmpty: digested('""'),
    signatureMissing: withoutHeader(header),
    saltMissing: withoutHeader('X-Salt'),
    saltForgone: `${scheme}(id, ${mac('secret, body')}, "").slice(0, 2)`,
    bodyNotSigned: digested(mac('secret, salt')),
    saltNotSigned: digested(mac('secret, body')),
    saltFirst: digested(mac('secret, salt, body')),
    saltApart: digested(mac('secret, body, "\\n", salt')),
    saltPartlySigned: `${scheme}(id, ${valid}, salt + randomBytes(32).toString("hex"))`,
    longSaltPartlySigned: `${scheme}(id, ${mac('secret, body, salt.repeat(4)')}, salt.repeat(4) + "0")`,
    saltEndSigned: `${scheme}(id, ${valid}, randomBytes(32).toString("hex") + salt)`,
    saltAsBytes: digested(mac('secret, body, Buffer.from(salt, "hex")')),
    saltCut128: saltCut(128),
    saltCut255: saltCut(255),
    saltInLowerCase: salted('"A" + salt.slice(1).toUpperCase()', 'salt.toLowerCase()'),
    beforeReformatting: digested(mac(`secret, ${reformatted}, salt`)),
    inBase64: digested(mac('secret, body, salt', 'base64')),
    inBase64Url: digested(mac('secret, body, salt', 'base64url')),
    bySha1: digested(mac('secret, body, salt', 'hex', 'sha1')),
    bySha512: digested(mac('secret, body, salt', 'hex', 'sha512')),
    notKeyed: digested(plain('body, salt')),
    secretPrepended: digested(plain('secret, body, salt')),
  };
  return { valid: keyed('secret'), wrong };
}

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
  const isBinary = body !== undefined && 'base64' in body;
  if (signing !== 'simple' && isBinary) return validSimple;
  const { valid, wrong } = signing === 'simple' ? { valid: validSimple, wrong: simpleWays } : digestWays(signing);
  if (fault === undefined) return valid;
  return Object.hasOwn(wrong, fault) ? wrong[fault] : undefined;
}
