import fc from 'fast-check';
import type { EntityDocument, EntityField, EntityRule } from '../../../engine/model/documents/index.ts';

export const states = ['draft', 'sent', 'done'] as const;
export type State = (typeof states)[number];
const numbers = ['a', 'b', 'c'] as const;
const keys = ['name', ...numbers, 'lines'] as const;
type Key = (typeof keys)[number];

/** What an entity says of who writes what, when, as plain data: the document is made of it, and so is the judge. */
export type Rights = {
  readonly open: Readonly<Record<State, readonly Key[]>>;
  readonly isOwnersOnly: boolean;
  readonly isKeyed: boolean;
  readonly isBKept: boolean;
  /** `a` is at most this, after any change. */
  readonly maxA: number | undefined;
  /** The lines add up to at most this, after any change. */
  readonly maxLines: number | undefined;
  readonly isCGrowing: boolean;
  /** Those that are sent are taken one by one, and kept for whoever took them. */
  readonly isQueued: boolean;
  /** Sent is published, done is archived: nothing of it changes any more. */
  readonly hasEditions: boolean;
};

export const rights: fc.Arbitrary<Rights> = fc.record({
  open: fc.record({
    draft: fc.subarray([...keys]),
    sent: fc.subarray([...keys]),
    done: fc.subarray([...keys]),
  }),
  isOwnersOnly: fc.boolean(),
  isKeyed: fc.boolean(),
  isBKept: fc.boolean(),
  maxA: fc.option(fc.constantFrom(30, 50), { nil: undefined }),
  maxLines: fc.option(fc.constantFrom(60, 100), { nil: undefined }),
  isCGrowing: fc.boolean(),
  isQueued: fc.boolean(),
  hasEditions: fc.boolean(),
});

const field = (key: string, type: EntityField['type'], extra: Partial<EntityField> = {}): EntityField => ({
  ...{ key, title: key, type },
  ...extra,
});

function rulesOf(own: Rights): readonly EntityRule[] {
  return [
    ...(own.maxA === undefined
      ? []
      : [{ key: 'maxA', on: ['create', 'modify'] as const, check: `record.a == null || record.a <= ${own.maxA}` }]),
    ...(own.maxLines === undefined
      ? []
      : [
          {
            key: 'maxLines',
            on: ['create', 'modify'] as const,
            check: `sum(record.lines, row.value) <= ${own.maxLines}`,
          },
        ]),
    ...(own.isCGrowing
      ? [{ key: 'cGrows', on: ['modify'] as const, check: 'coalesce(record.c, 0) >= coalesce(old.c, 0)' }]
      : []),
  ].map((rule) => ({ ...rule, on: [...rule.on], message: `${rule.key} 不成立` }));
}

/** The entity and its lines, as the rights say. */
export function documentsOf(own: Rights, at: number): readonly EntityDocument[] {
  const name = `paper${at}`;
  const rules = [...rulesOf(own)];
  // What is published is closed by its editions, whatever the machine says.
  const editable = own.hasEditions
    ? { draft: [...own.open.draft], '*': '*' as const }
    : Object.fromEntries(states.map((state) => [state, [...own.open[state]]]));
  const moves = own.hasEditions
    ? [
        { key: 'publish', title: '发布', from: ['draft'], to: 'sent', permission: `${name}:publish` },
        { key: 'archive', title: '归档', from: ['sent'], to: 'done', permission: `${name}:archive` },
      ]
    : [];
  const kept = { lock: 'keeperId', until: 'keptUntil', where: "record.state == 'sent'", permission: `${name}:take` };
  return [
    {
      ...{ schemaVersion: 2, name, title: name, label: 'name' },
      operations: ['query', 'view', 'create', 'modify', 'delete'],
      fields: [
        field('name', 'string', { required: true }),
        field('code', 'string', { required: true, maxLength: 40 }),
        field('edition', 'int', { readonly: true }),
        field('keeperId', 'ref', { ref: 'staff', readonly: true }),
        field('keptUntil', 'datetime', { readonly: true }),
        field('state', 'enum', { dictionary: 'paper_state', required: true, readonly: true }),
        ...numbers.map((key) =>
          field(
            key,
            'int',
            key === 'b' && own.isBKept ? { who: { permission: `${name}:b`, message: '只有主管可写' } } : {},
          ),
        ),
        field('ownerId', 'ref', { ref: 'staff', readonly: true }),
      ],
      children: [{ key: 'lines', title: '明细', entity: `${name}_line`, by: 'paperId' }],
      ...(own.isOwnersOnly
        ? {
            who: {
              modify: {
                when: 'record.ownerId == user.id',
                ...(own.isKeyed ? { permission: `${name}:all` } : {}),
                message: '只有本人可改',
              },
            },
          }
        : {}),
      ...(rules.length === 0 ? {} : { rules }),
      ...(own.isQueued ? { queue: kept } : {}),
      ...(own.hasEditions
        ? { editions: { by: 'code', number: 'edition', whenState: 'sent', archive: 'archive' } }
        : {}),
      states: [
        {
          ...{ key: 'flow', field: 'state', initial: ['draft'], external: ['sent', 'done'], editable },
          transitions: [
            {
              ...{ key: 'note', title: '记' },
              ...(own.hasEditions
                ? { from: ['draft'], to: 'draft' }
                : { from: [...states], to: { draft: 'draft', sent: 'sent', done: 'done' } }),
              permission: `${name}:note`,
              input: [{ key: 'a' }],
            },
            ...moves,
          ],
        },
      ],
    },
    lineOf(name),
  ];
}

function lineOf(name: string): EntityDocument {
  return {
    ...{ schemaVersion: 2, name: `${name}_line`, title: `${name}_line`, label: 'note' },
    operations: ['query', 'view', 'create', 'modify', 'delete', 'restore'],
    fields: [
      field('paperId', 'ref', { ref: name, required: true }),
      field('note', 'string', { required: true }),
      field('value', 'int', { required: true }),
    ],
  };
}
