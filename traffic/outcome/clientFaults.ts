import { leadsTo, violation } from './faultKind.ts';

/** Facts of a fault of a client: what was expected, what came instead, and in which call, request or scenario. */
interface ClientFacts {
  wanted: string;
  seen: string;
  where: string;
}

const said = violation(({ wanted, seen, where }: ClientFacts) => ({ wanted, seen: `${seen}, in ${where}` }));

/** The faults of a client under test, and of the testee that speaks for it. */
export const clientFaults = {
  clientSignature: said,
  clientSalt: said,
  clientArgument: said,
  clientValue: said,
  clientError: said,
  clientRepeat: said,
  clientHaste: said,
  clientSecret: said,
  clientDigest: said,
  clientState: said,
  clientPages: said,
  clientOutcome: said,
  clientHandler: said,
  // Two readings of one record: the SDK repeated a request, or its tests sent two alike.
  clientUnclear: leadsTo('inconclusive', 'target', ({ wanted, seen, where }: ClientFacts) => ({
    wanted,
    seen: `${seen}, in ${where}`,
  })),
  notRecorded: leadsTo('unverified', 'environment', ({ wanted }: { wanted: string }) => ({
    wanted,
    seen: 'nothing of the kind: your tests did not make it happen',
  })),
  testeeBroken: leadsTo('error', 'target', ({ wanted, seen }: { wanted: string; seen: string }) => ({ wanted, seen })),
  testeeLost: leadsTo('not run', 'target', ({ ends, seen }: { ends: number; seen: string }) => ({
    wanted: 'a testee that answers',
    seen: `Assay gave up after ${ends} ${ends === 1 ? 'end' : 'ends'} of it; the rest was not asked. The last was ${seen}`,
  })),
};
