import { learned } from '../../oracles/core/result.ts';
import type { Fault } from '../../traffic/outcome/fault.ts';
import type { ClientCall } from '../record/clientRecord.ts';
import { answerOf, answerWords, type ClientOracle, clientFault, nameOfCall, scenarioResult } from './oracle.ts';

/** Returns a fault if a call that got no answer handed something over. */
function handedFaults(call: ClientCall, wanted: string): Fault[] {
  const answer = answerOf(call);
  return answer.is === 'value'
    ? [clientFault('clientError', { wanted, seen: answerWords(answer), by: call, where: nameOfCall(call) })]
    : [];
}

/**
 * Learns what a client does with a redirect to another host, whose caller is told of it unless it is followed. The check of the places of the secret judges what
 * is sent there.
 */
export const keepsSecretAtHome: ClientOracle<undefined> = (evidence) => {
  const followed = evidence.requests.filter(({ listener }) => listener === 'elsewhere' || listener === 'another port');
  const signed = followed.filter(({ facts }) => facts.schemes.includes('signed'));
  const [first] = [...evidence.requests, ...evidence.calls];
  const faults = evidence.calls
    .filter(({ id }) => !followed.some(({ call }) => call === id))
    .flatMap((call) => handedFaults(call, 'an error, since the answer is a redirect that was not followed'));
  if (!first || faults.length > 0) return scenarioResult(evidence, faults);
  const what = followed.length === 0 ? 'not followed' : signed.length > 0 ? 'followed, with the signature' : 'followed';
  return learned(evidence.name.replace(/^CLI-\w+ /, ''), what, [...evidence.requests.map(({ id }) => id), first.id]);
};

/** The scenario was played: the checks on all requests and on the log judge what it left there. */
export const isPlayed: ClientOracle<undefined> = (evidence) => scenarioResult(evidence, []);

/** A client sends nothing to a server with a wrong certificate, and tells its caller. */
export const refusesServer: ClientOracle<undefined> = (evidence) => {
  const sent = evidence.requests.map((request) => {
    const { id, method, path } = request;
    const wanted = 'no request to a server with a wrong certificate';
    return clientFault('clientSecret', {
      wanted,
      seen: `${method} ${path}`,
      by: { id },
      where: `request ${id}, scenario "${evidence.name}"`,
    });
  });
  const handed = evidence.calls.flatMap((call) => handedFaults(call, 'an error, since the certificate is wrong'));
  return scenarioResult(evidence, [...sent, ...handed]);
};
