import { learned } from '../../oracles/core/result.ts';
import { answerOf, answerWords, type ClientOracle, clientFault, nameOfCall, scenarioResult } from './oracle.ts';

/** Learns what a client does with a redirect to another host; the check of the places of the secret judges what it sends there. */
export const keepsSecretAtHome: ClientOracle<undefined> = (evidence) => {
  const followed = evidence.requests.filter(({ listener }) => listener === 'elsewhere' || listener === 'another port');
  const signed = followed.filter(({ facts }) => facts.schemes.includes('signed'));
  const [first] = [...evidence.requests, ...evidence.calls];
  if (!first) return scenarioResult(evidence, []);
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
  const handed = evidence.calls.flatMap((call) => {
    const answer = answerOf(call);
    const wanted = 'an error, since the certificate is wrong';
    return answer.is === 'error'
      ? []
      : [clientFault('clientError', { wanted, seen: answerWords(answer), by: call, where: nameOfCall(call) })];
  });
  return scenarioResult(evidence, [...sent, ...handed]);
};
