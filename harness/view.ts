import type { Contract } from '../schemas/contract.ts';
import type { Evidence } from './evidence.ts';
import type { Exchange } from './exchange.ts';
import type { RulingLedger } from './ledger.ts';
import { type Story, storiesOf } from './oracles/agreement.ts';
import { balanceShapes, type Shape } from './oracles/balances.ts';
import { type History, historiesOf, movesSeen, type Seen } from './oracles/lifecycle.ts';
import { pagesIn } from './oracles/paging.ts';
import { type Partial, partialsIn } from './oracles/partial.ts';
import { type Reread, rereadsIn } from './oracles/past.ts';
import { type Echo, echoesOf } from './oracles/payment.ts';
import { showsId, showsTime } from './oracles/shape.ts';
import type { Creation, PaymentSighting, RunRecord, Sighting } from './record.ts';
import { textField } from './record.ts';

/** What a law sees of a run: each collection refuses to be judged when it is empty. */
export interface RecordView {
  whole: RunRecord;
  contract: Contract;
  /** Accepted answers of documented operations that answer JSON. */
  answers: Evidence<Exchange>;
  /** Of these, the ones that are JSON, that show a time, that show an identifier. */
  jsonAnswers: Evidence<Exchange>;
  timedAnswers: Evidence<Exchange>;
  identifiedAnswers: Evidence<Exchange>;
  /** Accepted answers of the two plain-text creations (§ General conventions). */
  plainTextAnswers: Evidence<Exchange>;
  /** Every exchange on a documented operation. */
  exchanges: Evidence<Exchange>;
  /** Accepted answers of search to sound queries. */
  pages: Evidence<Exchange>;
  payments: Evidence<PaymentSighting>;
  /** Answers to create pay-in, host-to-host left out (PAY-10a). */
  createdPayins: Evidence<PaymentSighting>;
  /** Accepted answers to the methods list. */
  methodLists: Evidence<Exchange>;
  methods: Evidence<Sighting>;
  creations: Evidence<Creation>;
  /** Of these, the ones whose answer shows the id that was given. */
  namedCreations: Evidence<Creation>;
  /** Creations whose clientOrderId or comment some view shows again. */
  echoes: Evidence<Echo>;
  /** Reads of payments of ours that were made in part. */
  partials: Evidence<Partial>;
  histories: Evidence<History>;
  /** The moves of payments that were seen, now or in earlier runs. */
  moves: Evidence<Seen>;
  /** What the balances look like. */
  balanceShapes: Evidence<Shape>;
  /** Payments of earlier runs that this one has read again; there need not be any. */
  rereads: Evidence<Reread>;
  stories: Evidence<Story>;
}

const plainText = new Set(['POST /v1/user/payments/payout', 'POST /v1/user/exchange']);

type Answers =
  | 'answers'
  | 'jsonAnswers'
  | 'timedAnswers'
  | 'identifiedAnswers'
  | 'plainTextAnswers'
  | 'exchanges'
  | 'pages'
  | 'methodLists';

/** The collections of whole answers; `of` makes evidence of some exchanges. */
function answersIn(
  record: RunRecord,
  of: (items: readonly Exchange[], wanted: string) => Evidence<Exchange>,
): Pick<RecordView, Answers> {
  const documented = record.exchanges.filter(({ line }) => line.operation !== undefined);
  const accepted = documented.filter(({ class: kind }) => kind === 'accepted');
  const isPlain = ({ line }: Exchange) => plainText.has(line.operation ?? '');
  const answers = accepted.filter((exchange) => !isPlain(exchange));
  const json = answers.filter((exchange) => exchange.json !== undefined);
  const lists = accepted.filter(({ line }) => line.operation === 'GET /v1/user/methods');
  return {
    exchanges: of(documented, 'an exchange'),
    answers: of(answers, 'an accepted JSON answer'),
    jsonAnswers: of(json, 'an answer that is JSON'),
    timedAnswers: of(json.filter(showsTime), 'an answer that shows a time'),
    identifiedAnswers: of(json.filter(showsId), 'an answer that shows an identifier'),
    plainTextAnswers: of(accepted.filter(isPlain), 'an accepted plain-text creation'),
    pages: of(pagesIn(record), 'an accepted answer of search'),
    methodLists: of(lists, 'an accepted methods list'),
  };
}

/** The view of a record for one law, whose ledger takes the rulings. */
export function viewOf(record: RunRecord, ledger: RulingLedger): RecordView {
  const evidence = <T>(
    items: readonly T[],
    wanted: string,
    exchangesOf: (item: T) => readonly string[],
  ): Evidence<T> => ({
    items,
    wanted,
    exchangesOf,
    ledger,
  });
  const sightings = <T extends Sighting>(items: readonly T[], wanted: string) =>
    evidence(items, wanted, ({ exchange }) => [exchange.id]);
  const exchanges = (items: readonly Exchange[], wanted: string) => evidence(items, wanted, ({ id }) => [id]);
  const histories = historiesOf(record).filter(({ sightings: seen }) => seen.length > 1);
  return {
    whole: record,
    contract: record.contract,
    ...answersIn(record, exchanges),
    payments: sightings(record.payments, 'a payment in any answer'),
    createdPayins: sightings(
      record.payments.filter(({ source, value }) => source === 'create' && value['h2H'] !== true),
      'an accepted create pay-in',
    ),
    methods: sightings(record.methods, 'a method in the methods list'),
    namedCreations: evidence(
      record.creations.filter(({ id }) => id !== undefined),
      'an accepted creation that answers an id',
      ({ exchange }) => [exchange.id],
    ),
    creations: evidence(record.creations, 'an accepted creation', ({ exchange }) => [exchange.id]),
    echoes: evidence(echoesOf(record), 'a creation that some view shows with its clientOrderId or comment', (echo) => [
      echo.exchange.id,
      ...echo.shown.map(({ exchange }) => exchange.id),
    ]),
    partials: sightings(partialsIn(record), 'a read of a payment that was made in part'),
    histories: evidence(histories, 'a payment that was read twice', ({ sightings: seen }) =>
      seen.map(({ exchange }) => exchange.id),
    ),
    moves: evidence(movesSeen(record), 'a payment that moved between two reads', (move) => move.exchanges),
    balanceShapes: evidence(balanceShapes(record), 'an accepted answer of the balances', ({ exchange }) => [
      exchange.id,
    ]),
    rereads: evidence(rereadsIn(record), 'a payment of an earlier run', ({ now }) => [now.exchange.id]),
    stories: evidence(storiesOf(record), 'a payment seen in two views', ({ sightings: seen }) =>
      seen.map(({ exchange }) => exchange.id),
    ),
  };
}

/** The values of one field over the target's own methods list: what PAY-03 and PAY-04 also let through. */
export function namedByMethods(record: RunRecord, name: string): string[] {
  return [...new Set(record.methods.map(({ value }) => textField(value, name)).filter((value) => value !== undefined))];
}
