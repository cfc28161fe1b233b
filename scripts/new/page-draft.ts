import { operationsOfEntity } from '../../engine/model/access/index.ts';
import type { DocumentSet, EntityDocument, EntityField, PageDocument } from '../../engine/model/documents/index.ts';
import { entityModel } from '../../engine/model/entity/index.ts';
import { type FieldTypeName, fileTypeOf } from '../../engine/model/fields/index.ts';
import { apiBase, relationName } from '../../engine/model/naming/index.ts';
import { WordError } from './field-words.ts';

export type PageWish = {
  readonly kind: 'list' | 'panorama' | 'form';
  readonly entity: EntityDocument;
  readonly name: string;
  readonly path: string;
  readonly title: string;
  /** Page a row opens, for lists. */
  readonly opens?: string;
};

const maxColumns = 10;
const filterable: ReadonlySet<string> = new Set(['enum', 'ref', 'refs', 'bool', 'date', 'month', 'datetime']);
const isShown = (type: FieldTypeName) => type !== 'json' && type !== 'html' && fileTypeOf(type) === undefined;

/** A complete page over an entity: what an analyst would write first, to be trimmed rather than typed. */
export function draftPage(wish: PageWish, documents: Pick<DocumentSet, 'entities'>): PageDocument {
  const head = {
    schemaVersion: 2 as const,
    name: wish.name,
    path: wish.path,
    title: wish.title,
    entity: wish.entity.name,
  };
  switch (wish.kind) {
    case 'list':
      return listPage(wish, head, documents);
    case 'panorama':
      return panoramaPage(wish, head, documents);
    case 'form':
      return {
        ...head,
        kind: 'form',
        scope: 'all',
        permission: `${wish.entity.name}:add`,
        api: { submit: operationPath(wish.entity, 'create') },
        form: { sections: [{ key: 'base', fields: inputsOf(wish.entity, documents) }] },
      };
  }
}

type Head = Pick<PageDocument, 'schemaVersion' | 'name' | 'path' | 'title'> & { readonly entity: string };

function listPage(wish: PageWish, head: Head, documents: Pick<DocumentSet, 'entities'>): PageDocument {
  const { entity } = wish;
  const shown = shownFields(entity).slice(0, maxColumns);
  const filters = shownFields(entity).filter((field) => filterable.has(field.type) && field.mask === undefined);
  const columns = shown.map((field) => ({
    key: columnKey(field),
    field: columnPath(field, documents),
    ...(field.key === entity.label
      ? { pin: 'left' as const, ...(wish.opens === undefined ? {} : { link: wish.opens }) }
      : {}),
  }));
  const forms = formsOf(entity, documents);
  return {
    ...head,
    kind: 'list',
    scope: 'all',
    api: {
      query: operationPath(entity, 'query'),
      ...(entity.operations.includes('view') ? { view: operationPath(entity, 'view') } : {}),
    },
    ...(entity.fields.some((field) => field.searchable === true) ? { search: true } : {}),
    filters: filters.map((field, index) => ({
      key: field.key,
      field: field.key,
      ...(index < 4 ? {} : { folded: true }),
    })),
    columns,
    ...(entity.operations.includes('create')
      ? {
          toolbar: [
            {
              key: 'add',
              title: '新增',
              icon: 'plus' as const,
              permission: `${entity.name}:add`,
              api: operationPath(entity, 'create'),
              form: 'edit',
              emphasis: 'primary' as const,
            },
          ],
        }
      : {}),
    row: rowActions(entity),
    ...(Object.keys(forms).length === 0 ? {} : { forms }),
    sort: ['-createdAt'],
  };
}

function panoramaPage(wish: PageWish, head: Head, documents: Pick<DocumentSet, 'entities'>): PageDocument {
  const { entity } = wish;
  const states = new Set((entity.states ?? []).map((machine) => machine.field));
  const forms = formsOf(entity, documents);
  return {
    ...head,
    kind: 'panorama',
    scope: 'all',
    api: { view: operationPath(entity, 'view') },
    header: {
      title: entity.label,
      tags: [...states].map((field) => ({ key: field, field })),
      actions: rowActions(entity).filter((action) => action.key !== 'delete'),
    },
    facts: [
      { key: 'base', title: '基本信息', fields: shownFields(entity).map((field) => columnPath(field, documents)) },
    ],
    tabs: relatedTabs(entity, documents),
    ...(Object.keys(forms).length === 0 ? {} : { forms }),
  };
}

/** One tab for each entity that refers to this one and can be queried. */
function relatedTabs(entity: EntityDocument, documents: Pick<DocumentSet, 'entities'>) {
  return [...documents.entities.values()].flatMap((other) => {
    const by = other.fields.find((field) => field.type === 'ref' && field.ref === entity.name);
    if (by === undefined || other === entity || !other.operations.includes('query')) return [];
    const columns = shownFields(other)
      .filter((field) => field !== by)
      .slice(0, 6)
      .map((field) => ({ key: columnKey(field), field: columnPath(field, documents) }));
    return [
      {
        key: camel(other.name),
        title: other.title,
        kind: 'list' as const,
        entity: other.name,
        permission: `${other.name}:query`,
        api: operationPath(other, 'query'),
        match: { [by.key]: '@record.id' },
        columns,
      },
    ];
  });
}

function rowActions(entity: EntityDocument) {
  const editable = entity.operations.includes('modify') && entity.operations.includes('view');
  const transitions = operationsOfEntity(entity).filter((operation) => operation.kind === 'transition');
  return [
    ...(editable
      ? [
          {
            key: 'edit',
            title: '编辑',
            icon: 'edit' as const,
            permission: `${entity.name}:edit`,
            api: operationPath(entity, 'modify'),
            form: 'edit',
          },
        ]
      : []),
    ...transitions.flatMap((operation) =>
      operation.kind === 'transition'
        ? [{ key: operation.key, title: operation.title, permission: operation.permission, api: operation.path }]
        : [],
    ),
    ...(entity.operations.includes('delete')
      ? [
          {
            key: 'delete',
            title: '删除',
            permission: `${entity.name}:delete`,
            api: operationPath(entity, 'delete'),
            confirm: `删除这条${entity.title}？`,
            emphasis: 'danger' as const,
          },
        ]
      : []),
  ];
}

function formsOf(entity: EntityDocument, documents: Pick<DocumentSet, 'entities'>) {
  const writes = entity.operations.includes('create') || entity.operations.includes('modify');
  return writes ? { edit: { sections: [{ key: 'base', fields: inputsOf(entity, documents) }] } } : {};
}

/** What is filled in: the entity's own fields, then its child rows with theirs. */
function inputsOf(entity: EntityDocument, documents: Pick<DocumentSet, 'entities'>) {
  const children = (entity.children ?? []).flatMap(({ key, entity: name, by, order }) => {
    const child = documents.entities.get(name);
    return child === undefined
      ? []
      : [{ key, fields: inputKeys(child).filter((field) => field !== by && field !== order) }];
  });
  return [...inputKeys(entity), ...children];
}

function inputKeys(entity: EntityDocument): string[] {
  const keys = entity.fields
    .filter((field) => field.readonly !== true && field.secret !== true && isWritten(field))
    .map((field) => field.key);
  if (keys.length === 0) throw new WordError(`${entity.name} 没有可填写的字段`);
  return keys;
}

function isWritten(field: EntityField): boolean {
  return field.compute === undefined && field.rollup === undefined;
}

function shownFields(entity: EntityDocument): readonly EntityField[] {
  return [...entity.fields, ...(entityModel(entity).fields.has('createdAt') ? [createdAt(entity)] : [])].filter(
    (field) => field.secret !== true && isShown(field.type),
  );
}

function createdAt(entity: EntityDocument): EntityField {
  return entityModel(entity).fields.get('createdAt') ?? { key: 'createdAt', title: '创建时间', type: 'datetime' };
}

/** A reference is shown by the label of what it refers to. */
function columnPath(field: EntityField, documents: Pick<DocumentSet, 'entities'>): string {
  const target = field.type === 'ref' && field.ref !== undefined ? documents.entities.get(field.ref) : undefined;
  return target === undefined ? field.key : `${relationName(field.key)}.${target.label}`;
}

function columnKey(field: EntityField): string {
  return field.type === 'ref' ? relationName(field.key) : field.key;
}

function operationPath(entity: EntityDocument, verb: EntityDocument['operations'][number]): string {
  if (!entity.operations.includes(verb)) throw new WordError(`${entity.name} 没有 ${verb} 操作`);
  return `${apiBase(entity)}/${verb}`;
}

/** `follow_up` → `followUp`: a key from the name of an entity. */
export function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
