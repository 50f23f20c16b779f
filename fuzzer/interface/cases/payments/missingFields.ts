import { requiredFields } from '../../../../generators/payloads/requiredFields.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { currenciesThatNeed } from '../../../../schemas/domain/currencies.ts';
import { changed, lacking } from '../../builder/bodyChanges.ts';
import {
  listedMethods,
  type MethodReference,
  methodReferences,
  paymentRefusal,
  variedMethods,
} from '../../builder/payments.ts';
import { generator } from '../../builder/tables.ts';

/** The fields that the text requires of a body by currency and method, with the requirements that say so. */
const byText: readonly {
  orderType: Method['orderType'];
  currencies: readonly string[];
  fields: readonly string[];
  requirement: string;
}[] = [
  {
    orderType: 'PAYIN',
    currencies: currenciesThatNeed('PAYIN', 'firstName'),
    fields: ['firstName', 'lastName'],
    requirement: 'PIN-04',
  },
  {
    orderType: 'PAYIN',
    currencies: currenciesThatNeed('PAYIN', 'blockchain'),
    fields: ['blockchain'],
    requirement: 'PIN-03',
  },
  {
    orderType: 'PAYOUT',
    currencies: currenciesThatNeed('PAYOUT', 'firstName'),
    fields: ['firstName', 'lastName'],
    requirement: 'OUT-02',
  },
  {
    orderType: 'PAYOUT',
    currencies: currenciesThatNeed('PAYOUT', 'phoneNumber'),
    fields: ['phoneNumber'],
    requirement: 'OUT-02',
  },
  {
    orderType: 'PAYOUT',
    currencies: currenciesThatNeed('PAYOUT', 'blockchain'),
    fields: ['blockchain'],
    requirement: 'OUT-04',
  },
];

/** Returns the fields of a body that a requirement demands. */
function fieldsBy(requirement: string, method: Method): readonly string[] {
  const { orderType, currency } = method;
  if (requirement === 'MTD-07') return requiredFields(method);
  if (requirement === 'PIN-02') return orderType === 'PAYIN' ? ['amount'] : [];
  return byText
    .filter((row) => row.requirement === requirement && row.orderType === orderType)
    .flatMap(({ currencies, fields }) => (currencies.includes(currency) ? fields : []));
}

const evidences = {
  'by paymentMethodId': ['MTD-07'],
  'by currency and method': ['PIN-02', 'PIN-03', 'PIN-04', 'OUT-02', 'OUT-04'],
};

const withoutOne = (method: Method, way: MethodReference, lack: { field: string; requirement: string }) =>
  paymentRefusal(method, way, ({ body, plan }) => {
    const { field, requirement } = lack;
    if (!(field in body)) return undefined;
    const words = `${methodName(method)} ${way} without ${field}`;
    const violated = { keyword: 'required', place: `body/${field}`, words };
    return { requirement, plan: changed(plan(), lacking(field)), what: `a body without ${field}`, ...violated };
  });

/** Bodies without one required field. Each requirement has its own case generator. */
export const missingFieldCases = methodReferences.flatMap((way) =>
  evidences[way].map((requirement) => {
    const name = `required field left out ${way} (${requirement})`;
    const lacksOf = (method: Method) =>
      fieldsBy(requirement, method).map((field) => [`without ${field}`, { field, requirement }] as const);
    return generator({ name, evidences: [requirement], isMisuse: true }, (known) =>
      variedMethods(
        [...listedMethods(known, 'PAYIN', way), ...listedMethods(known, 'PAYOUT', way)],
        lacksOf,
        (method, lack) => withoutOne(method, way, lack),
      ),
    );
  }),
);
