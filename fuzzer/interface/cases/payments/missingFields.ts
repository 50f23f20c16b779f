import { requiredFields } from '../../../../generators/payloads/payment.ts';
import { withoutFields } from '../../../../generators/payloads/withoutFields.ts';
import { type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { withBody } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import {
  type CombinationCase,
  combinationGenerator,
  invalidAt,
  refusalWithControl,
} from '../../builder/combinationGenerator.ts';
import {
  allMethodReferences,
  combinationName,
  listedMethods,
  type MethodReference,
  methodReferences,
  paymentPlan,
} from '../../builder/paymentBodies.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** A field that is omitted from a valid body, and the requirements that demand a refusal. */
interface Lack {
  way: MethodReference;
  field: string;
  requirements: readonly string[];
}

/** The fields that the text requires of a body by currency and method, with the requirements that say so. */
const byText: readonly {
  orderType: Method['orderType'];
  currencies: readonly string[];
  fields: readonly string[];
  requirement: string;
}[] = [
  { orderType: 'PAYIN', currencies: ['EUR', 'USD'], fields: ['firstName', 'lastName'], requirement: 'PIN-04' },
  { orderType: 'PAYIN', currencies: ['USDT'], fields: ['blockchain'], requirement: 'PIN-03' },
  { orderType: 'PAYOUT', currencies: ['EUR', 'USD', 'KZT'], fields: ['firstName', 'lastName'], requirement: 'OUT-02' },
  { orderType: 'PAYOUT', currencies: ['EUR', 'USD'], fields: ['phoneNumber'], requirement: 'OUT-02' },
  { orderType: 'PAYOUT', currencies: ['USDT'], fields: ['blockchain'], requirement: 'OUT-04' },
];

function textLacks({ orderType, currency }: Method): Lack[] {
  const way = 'by currency and method' as const;
  const rows = byText.filter((row) => row.orderType === orderType && row.currencies.includes(currency));
  const named = rows.flatMap(({ fields, requirement }) =>
    fields.map((field): Lack => ({ way, field, requirements: [requirement] })),
  );
  return [...named, ...(orderType === 'PAYIN' ? [{ way, field: 'amount', requirements: ['PIN-02'] }] : [])];
}

const listedLacks = (method: Method): Lack[] =>
  requiredFields(method).map((field) => ({ way: 'by paymentMethodId', field, requirements: ['MTD-07'] }));

function lackVariant(method: Method, { way, field, requirements }: Lack): CombinationCase {
  return {
    combination: combinationName(method, `without ${field}`),
    draw: (chance) => {
      const body = methodReferences[way](method, chance);
      if (!body || !(field in body)) return undefined;
      const control = paymentPlan(method, body);
      return refusalWithControl({
        control,
        defect: withBody(control, withoutFields(body, field)),
        label: invalidAt('required', `body/${field}`, `${methodName(method)} ${way} without ${field}`),
        words: `a body without ${field}`,
        requirements,
      });
    },
  };
}

const lacking = (way: MethodReference, requirement: string, known: TargetInventory): CombinationCase[] => {
  const methods = [...listedMethods(known, 'PAYIN', way), ...listedMethods(known, 'PAYOUT', way)];
  const lacksOf = way === 'by paymentMethodId' ? listedLacks : textLacks;
  return methods.flatMap((method) =>
    lacksOf(method)
      .filter(({ requirements }) => requirements.includes(requirement))
      .map((lack) => lackVariant(method, lack)),
  );
};

const evidences = {
  'by paymentMethodId': ['MTD-07'],
  'by currency and method': ['PIN-02', 'PIN-03', 'PIN-04', 'OUT-02', 'OUT-04'],
};

/** Bodies without one required field. Each requirement has its own case generator. */
export const missingFieldCases: readonly CaseGenerator[] = allMethodReferences.flatMap((way) =>
  evidences[way].map((requirement) =>
    combinationGenerator({
      name: `required field left out ${way} (${requirement})`,
      evidences: [requirement],
      posts: 1,
      isMisuse: true,
      variants: (known) => lacking(way, requirement, known),
    }),
  ),
);
