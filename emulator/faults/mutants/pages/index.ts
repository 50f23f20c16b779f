import type { Mutant } from '../../shared/faultTypes.ts';
import { demandMutants } from './demand.ts';
import { elsewhereMutants } from './elsewhere.ts';
import { hostedPageMutants } from './hostedPage.ts';
import { lookMutants } from './looks.ts';
import { momentMutants } from './moments.ts';
import { neighbourMutants } from './neighbours.ts';
import { offerMutants } from './offers.ts';
import { pointMutants } from './points.ts';
import { priceMutants } from './prices.ts';
import { pageSecurityMutants } from './security.ts';
import { settlementMutants } from './settlement.ts';
import { placeMutants, visitorMutants } from './visitors.ts';
import { widgetMutants } from './widget.ts';

/** Every hand-written mutant of the end user's side. */
export const pageSectionMutants: readonly Mutant[] = [
  ...hostedPageMutants,
  ...offerMutants,
  ...settlementMutants,
  ...widgetMutants,
  ...pageSecurityMutants,
  ...demandMutants,
  ...neighbourMutants,
  ...elsewhereMutants,
  ...pointMutants,
  ...priceMutants,
  ...lookMutants,
  ...momentMutants,
  ...placeMutants,
  ...visitorMutants,
];
