import { type Call, header } from './call.ts';
import type { Operation } from './operations.ts';
import { Refusal } from './refusal.ts';
import type { SignedParts, SignedProof, SimpleProof } from './rules/auth.ts';
import type { Rules } from './rules.ts';
import type { Account } from './world.ts';

/** Finds the account whose token a request proves, by either scheme of § Authentication. Throws a Refusal when none. */
export function authenticate(
  call: Call,
  operation: Operation,
  from: { rules: Rules; accounts: readonly Account[] },
): Account {
  const { rules, accounts } = from;
  const proven = accounts.find(
    (account) =>
      rules.simpleAccepted(simpleProof(call, account, rules), operation) ||
      rules.signedAccepted(signedProof(call, account, rules), operation),
  );
  const account = proven ?? (rules.needsAuthentication(operation) ? undefined : accounts[0]);
  if (account === undefined) throw new Refusal('unauthorized', 'The request is not authenticated');
  return account;
}

function simpleProof(call: Call, account: Account, rules: Rules): SimpleProof {
  const secret = header(call, 'x-token-api-secret');
  return {
    id: idMatches(call, account, rules),
    secret: secret !== undefined && rules.secretMatches(secret, account.credential.secret),
  };
}

function signedProof(call: Call, account: Account, rules: Rules): SignedProof {
  const given = header(call, 'x-hmac-sha256-signature');
  const parts: SignedParts = {
    verb: call.verb,
    body: call.body,
    // Node reads header bytes as Latin-1: this gives back the very bytes that were signed.
    salt: Buffer.from(header(call, 'x-salt') ?? '', 'latin1'),
    query: call.query.toString(),
  };
  return {
    id: idMatches(call, account, rules),
    salt: rules.saltAccepted(parts.salt),
    digest: given !== undefined && digestMatches(given, parts, { account, rules }),
  };
}

function digestMatches(given: string, parts: SignedParts, by: { account: Account; rules: Rules }): boolean {
  const { rules, account } = by;
  const digest = (signed: Buffer): string => rules.digestOf(signed, account.credential.secret);
  const signed = rules.signedText(rules.signedBody(parts.body, parts.verb), parts);
  return rules.digestMatches(given, digest(signed), { parts, digest });
}

function idMatches(call: Call, account: Account, rules: Rules): boolean {
  const id = header(call, 'x-token-api-id');
  return id !== undefined && rules.tokenMatches(id, account.credential.tokenId);
}
