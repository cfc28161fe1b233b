import fc from 'fast-check';
import type { EntityDocument, EntityField } from '../../../engine/model/documents/index.ts';
import { ids } from './random-expression.ts';

/** Types of the subject's fields, by key. */
export const fieldTypes: Readonly<Record<string, EntityField['type']>> = {
  name: 'string',
  note: 'text',
  stage: 'enum',
  formerStage: 'enum',
  count: 'int',
  price: 'money',
  share: 'decimal',
  locked: 'bool',
  day: 'date',
  due: 'date',
  at: 'datetime',
  endedAt: 'datetime',
  ownerId: 'ref',
  helperId: 'ref',
  poolIds: 'refs',
  tags: 'json',
  mobile: 'mobile',
};
/** Types of the fields of its owner. */
export const ownerTypes: Readonly<Record<string, EntityField['type']>> = {
  name: 'string',
  level: 'int',
  joinedOn: 'date',
  since: 'datetime',
  active: 'bool',
};

function document(name: string, types: Readonly<Record<string, EntityField['type']>>): EntityDocument {
  const fields = Object.entries(types).map(
    ([key, type]): EntityField => ({
      key,
      title: key,
      type,
      ...(type === 'enum' ? { dictionary: 'stage' } : {}),
      ...(type === 'ref' || type === 'refs' ? { ref: 'person' } : {}),
      ...(type === 'mobile' ? { mask: 'mobile' as const } : {}),
    }),
  );
  return {
    schemaVersion: 2,
    name,
    title: name,
    label: 'name',
    operations: [],
    fields: [fields[0] ?? nothing, ...fields.slice(1)],
  };
}
const nothing: EntityField = { key: 'name', title: 'name', type: 'string' };

/** The entity the random expressions read, and the one its owner is of. */
export const subject = document('subject', fieldTypes);
export const person = document('person', ownerTypes);

const nullable = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 4 });
const someText = fc.constantFrom(
  '',
  'a',
  'Ab ',
  'deal',
  '王小明',
  "O'Neil",
  '😀b',
  '\u{e000}',
  '100%',
  '\\n',
  '2026-03-01',
  ' x\t',
);
const someDay = fc.oneof(
  fc.constantFrom('2026-02-28', '2026-03-01', '0001-01-01', '9999-12-31', '1988-07-01', '2024-02-29'),
  fc
    .date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const someMoment = fc.oneof(
  fc.constantFrom(
    '2026-03-01T08:00:00.000Z',
    '2026-02-28T15:59:59.999Z',
    '2026-02-28T16:00:00.000Z',
    '1988-07-01T00:00:00.000Z',
  ),
  fc
    .date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
);
const someTags = fc.oneof(
  fc.array(fc.constantFrom<unknown>('a', 'deal', 1, 0.5, null, true, ['a']), { maxLength: 3 }),
  fc.constantFrom<unknown>({ a: 1 }, 'a', 2, {}),
);
const someId = fc.constantFrom(...ids);

const ownerRow = fc.record({
  name: nullable(someText),
  level: nullable(fc.integer({ min: -3, max: 9 })),
  joinedOn: nullable(someDay),
  since: nullable(someMoment),
  active: nullable(fc.boolean()),
});
const row = fc.record({
  name: nullable(someText),
  note: nullable(someText),
  stage: nullable(fc.constantFrom('deal', 'fresh', 'lost')),
  formerStage: nullable(fc.constantFrom('deal', 'fresh', 'lost')),
  count: nullable(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(2_147_483_647, -2_147_483_648))),
  price: nullable(fc.oneof(fc.integer({ min: -500, max: 100_000 }), fc.constant(9_000_000_000_000))),
  share: nullable(fc.integer({ min: -60_000, max: 60_000 }).map((units) => units / 10_000)),
  locked: nullable(fc.boolean()),
  day: nullable(someDay),
  due: nullable(someDay),
  at: nullable(someMoment),
  endedAt: nullable(someMoment),
  ownerId: nullable(someId),
  helperId: nullable(someId),
  poolIds: fc.subarray([...ids]),
  tags: nullable(someTags),
  mobile: nullable(fc.constant('secret')),
  owner: nullable(ownerRow),
});

/** Random rows with plenty of nothing in them, the same every time. */
export function randomRows(count: number): readonly Readonly<Record<string, unknown>>[] {
  return fc.sample(row, { numRuns: count, seed: 42 });
}
