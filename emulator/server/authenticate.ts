import { createHmac } from 'node:crypto';
import { type Call, header } from '../domain/httpMessages.ts';
import type { Operation } from '../domain/operations.ts';
import { Refusal } from '../domain/refusal.ts';
import { SIGNATURES, type SignatureScheme } from '../domain/signatures.ts';
import { type Credential, tokensOf } from '../domain/tokens.ts';
import type { Account } from '../instance/instance.ts';
import { storeBounded } from '../instance/ledger.ts';
import type { Signable, SignedParts, SignedProof, SimpleProof } from '../rules/core/auth.ts';
import type { Rules } from '../rules/index.ts';

/**
 * Finds the account that a request authenticates, by either scheme of § Authentication. Throws a Refusal for missing or wrong credentials, or for a revoked
 * token.
 */
export function authenticate(
  call: Call,
  operation: Operation,
  from: { rules: Rules; accounts: readonly Account[]; serveUnproven: (account: Account) => void },
): Account {
  const { rules, accounts, serveUnproven } = from;
  const proven = tokensOf(accounts).filter(
    ({ owner, token: { credential } }) =>
      rules.simpleAccepted(simpleProof(call, credential, rules), operation) ||
      SIGNATURES.some((scheme) =>
        rules.signedAccepted(signedProof(call, scheme, { owner, credential, rules }), operation),
      ),
  );
  const standing = proven.find(({ token }) => rules.tokenStands(token.standing, call.verb, token.isKnown));
  if (standing !== undefined) standing.token.isKnown = true;
  const account = standing?.owner ?? (rules.needsAuthentication(operation) ? undefined : accounts[0]);
  if (account !== undefined) return freshly(call, account, rules);
  if (proven.some(({ token }) => token.standing === 'revoked'))
    throw new Refusal('token_revoked', 'The token was revoked');
  const claimed = tokensOf(accounts).find(({ token }) => idMatches(call, token.credential, rules));
  if (claimed !== undefined && rules.servedThoughUnproven(operation)) serveUnproven(claimed.owner);
  throw new Refusal('unauthorized', rules.unprovenMessage('The request is not authenticated', claimed?.token ?? null));
}

/** Stores the salt and the signature of a signed request. Throws a Refusal if the salt was used before and a rule forbids a second use. */
function freshly(call: Call, account: Account, rules: Rules): Account {
  const salt = header(call, 'x-salt');
  const [signature] = SIGNATURES.flatMap((scheme) => header(call, scheme.header) ?? []);
  if (salt === undefined || signature === undefined) return account;
  if (!rules.saltFree(account.usedSalts.has(salt))) throw new Refusal('unauthorized', 'The salt was used before');
  storeBounded(account.usedSalts, salt, signature);
  return account;
}

function simpleProof(call: Call, credential: Credential, rules: Rules): SimpleProof {
  const secret = header(call, 'x-token-api-secret');
  return {
    id: idMatches(call, credential, rules),
    secret: secret !== undefined && rules.secretMatches(secret, credential.secret),
  };
}

function signedProof(
  call: Call,
  { hash, header: name }: SignatureScheme,
  { owner, credential, rules }: { owner: Account; credential: Credential; rules: Rules },
): SignedProof {
  const given = header(call, name);
  const salt = header(call, 'x-salt') ?? '';
  const parts: SignedParts = {
    verb: call.verb,
    body: call.body,
    // Node decodes header bytes as Latin-1; this restores the exact bytes that were signed.
    salt: Buffer.from(salt, 'latin1'),
    query: call.query.toString(),
  };
  return {
    id: idMatches(call, credential, rules),
    signature: given !== undefined,
    salt: rules.saltAccepted(parts.salt),
    digest: given !== undefined && digestMatches(given, parts, { hash, credential, rules }),
    seen: given !== undefined && owner.usedSalts.get(salt) === given,
  };
}

function digestMatches(
  given: string,
  parts: SignedParts,
  by: { hash: string; credential: Credential; rules: Rules },
): boolean {
  const { rules, credential } = by;
  const digest = (signed: Buffer): string => rules.digestOf(signed, credential.secret, by.hash);
  const signed = rules.signedText(rules.signedBody(parts.body, parts.verb), parts);
  const mac: Signable['mac'] = (hash, key) =>
    createHmac(hash, Buffer.from(credential.secret, key)).update(signed).digest();
  return rules.digestMatches(given, digest(signed), { parts, digest, mac });
}

function idMatches(call: Call, credential: Credential, rules: Rules): boolean {
  const id = header(call, 'x-token-api-id');
  return id !== undefined && rules.tokenMatches(id, credential.tokenId);
}
