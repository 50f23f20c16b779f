// The emulator's own tests import nothing of the suite but what tests share.
export { bareRequest } from '../../../generators/payloads/acquiringRequest.ts';
export { bareBundle } from '../../../generators/payloads/bundle.ts';
export { bareCheckout } from '../../../generators/payloads/checkout.ts';
export { orderBody } from '../../../generators/payloads/exchange.ts';
export { barePayin, barePayout } from '../../../generators/payloads/payment.ts';
export { withoutFields } from '../../../generators/payloads/withoutFields.ts';
