import { isArray, namesFields } from '../harness/oracles/methods.ts';
import { hasFormat, hasShape } from '../harness/oracles/shape.ts';
import { every, law, test } from '../harness/test.ts';

/** interface.md § Payment method. */
test('MTD-01 methods have the listed fields and types', law.must, ({ record }) => {
  every(record.methodLists, isArray);
  every(record.methods, hasShape(record.contract, 'PaymentMethod'));
});

test('MTD-04 extra is null or a string holding JSON choices', law.must, ({ record }) => {
  every(record.methods, hasFormat('PaymentMethod', 'extra', record.contract));
});

test('MTD-05 properties list the names of required and optional fields', law.must, ({ record }) => {
  every(record.methods, namesFields);
});
