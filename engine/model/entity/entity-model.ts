import { memoizeByIdentity } from '../cache/cache.ts';
import type {
  ChildRows,
  EntityDocument,
  EntityField,
  StateMachine,
  Transition,
  TransitionGuard,
} from '../generated/documents.ts';
import { relationName } from '../naming/naming.ts';
import { formatMessage } from '../texts/message.ts';
import { modelText } from '../texts/model-text.ts';
import { calledName, commonField } from './common-field.ts';

/** Fields every entity has without declaring them; the authors are people where the documents know any. */
const commonFields = (): readonly EntityField[] => [
  { key: 'id', title: formatMessage(modelText('model.common.id')), type: 'string', readonly: true },
  {
    key: 'createdAt',
    title: formatMessage(modelText('model.common.createdAt')),
    type: 'datetime',
    readonly: true,
    sortable: true,
  },
  { key: 'createdBy', title: formatMessage(modelText('model.common.createdBy')), type: 'ref', readonly: true },
  {
    key: 'updatedAt',
    title: formatMessage(modelText('model.common.updatedAt')),
    type: 'datetime',
    readonly: true,
    sortable: true,
  },
  { key: 'updatedBy', title: formatMessage(modelText('model.common.updatedBy')), type: 'ref', readonly: true },
  { key: 'version', title: formatMessage(modelText('model.common.version')), type: 'int', readonly: true },
];

const appendOnlyKeys = new Set(['id', 'createdAt', 'createdBy']);

/** A relation opened by a reference field: `owner` through `ownerId`. */
export type Relation = {
  readonly name: string;
  readonly field: EntityField;
  readonly entity: string;
  readonly many: boolean;
  /** The value of the field that says which kind it is, where it is one of several. */
  readonly kind?: string;
};

/** An entity with its fields and relations looked up by name. */
export type EntityModel = {
  readonly document: EntityDocument;
  readonly fields: ReadonlyMap<string, EntityField>;
  readonly relations: ReadonlyMap<string, Relation>;
  /** Relations to each of several kinds, by the name they have in common and by their own. */
  readonly kinds: ReadonlyMap<string, readonly Relation[]>;
  /** Child rows by key. */
  readonly children: ReadonlyMap<string, ChildRows>;
};

/** Where a field path ends: the relations on the way and the field itself. */
export type ResolvedPath = {
  readonly relations: readonly Relation[];
  readonly field: EntityField;
  readonly entity: EntityModel;
  /** Where it leads through one of several kinds: what says which, and the path through each; the rest is of the first. */
  readonly kinds?: { readonly by: string; readonly paths: readonly KindPath[] };
};

/** A path through one of several kinds, and the value of what says that it is this one. */
export type KindPath = ResolvedPath & { readonly path: string; readonly kind: string };

/** The looked-up form of an entity document; made once per document. */
export const entityModel = memoizeByIdentity((document: EntityDocument): EntityModel => {
  const fields = new Map(
    [...commonOf(document), ...document.fields].map((field) => [field.key, asKept(field, document)]),
  );
  const relations = new Map<string, Relation>();
  const kinds = new Map<string, readonly Relation[]>();
  for (const field of fields.values()) {
    for (const [kind, entity] of Object.entries(field.refBy?.entities ?? {})) {
      const name = relationName(field.key);
      const relation = { name: `${name}${kindMark}${kind}`, field, entity, many: false, kind };
      kinds.set(relation.name, [relation]);
      kinds.set(name, [...(kinds.get(name) ?? []), relation]);
    }
    if (field.ref === undefined || (field.type !== 'ref' && field.type !== 'refs')) continue;
    const name = relationName(field.key);
    relations.set(name, { name, field, entity: field.ref, many: field.type === 'refs' });
  }
  const children = new Map((document.children ?? []).map((rows) => [rows.key, rows]));
  return { document, fields, relations, kinds, children };
});

// No path of a document or of a request has it: only what plans a path leads through one kind at a time.
const kindMark = '@';

function commonOf(document: EntityDocument): readonly EntityField[] {
  const { authors } = document;
  const all = commonFields();
  const kept = document.appendOnly === true ? all.filter((field) => appendOnlyKeys.has(field.key)) : all;
  return authors === undefined
    ? kept
    : kept.map((field) => (field.type === 'ref' ? { ...field, ref: authors } : field));
}

/** Whether a field has a column: computed and rolled-up ones are worked out whenever they are read. */
export function isStored(field: EntityField): boolean {
  return field.compute === undefined && field.rollup === undefined;
}

/** Fields that the server works out or keeps itself take no input. */
function asKept(field: EntityField, document: EntityDocument): EntityField {
  return isStored(field) && document.tree?.path !== field.key ? field : { ...field, readonly: true };
}

/**
 * Follows `owner.name` through relations; undefined where a segment is unknown or leads through many rows. Through one of
 * several kinds it leads to what all of them have.
 */
export function resolvePath(
  entities: ReadonlyMap<string, EntityDocument>,
  start: EntityDocument,
  path: string,
): ResolvedPath | undefined {
  const segments = path.split('.');
  const last = segments.pop() ?? '';
  const relations: Relation[] = [];
  let entity = entityModel(start);
  for (const [index, segment] of segments.entries()) {
    const ways = entity.kinds.get(segment);
    const [way] = ways ?? [];
    if (ways !== undefined && way?.name !== segment) return throughKinds(ways, entities, start, path, index);
    const relation = entity.relations.get(segment) ?? way;
    const target = relation?.many === false ? entities.get(relation.entity) : undefined;
    if (relation === undefined || target === undefined) return undefined;
    relations.push(relation);
    entity = entityModel(target);
  }
  const isCalled = last === calledName && relations.at(-1)?.kind !== undefined;
  const field = entity.fields.get(isCalled ? entity.document.label : last);
  return field && { relations, field, entity };
}

/** The path through each of the kinds that the step at `index` may lead to; at most one step of a path is such. */
function throughKinds(
  ways: readonly Relation[],
  entities: ReadonlyMap<string, EntityDocument>,
  start: EntityDocument,
  path: string,
  index: number,
): ResolvedPath | undefined {
  const segments = path.split('.');
  const to = (name = '') => segments.with(index, name).join('.');
  const paths = ways.flatMap(({ name, kind = '' }): readonly KindPath[] => {
    const resolved = resolvePath(entities, start, to(name));
    return resolved === undefined || resolved.kinds ? [] : [{ ...resolved, path: to(name), kind }];
  });
  const [first] = paths;
  const field = commonField(paths, segments.slice(index + 1).join('.') === calledName);
  if (first === undefined || field === undefined || paths.length < ways.length) return undefined;
  const by = segments.slice(0, index).concat(ways[0]?.field.refBy?.field ?? '');
  return { ...first, field, kinds: { by: by.join('.'), paths } };
}

/** Most relations a path of a document or of a request leads through, as `fieldPath` of the grammar has it. */
export const maxRelations = 3;

/** Whether a path leads through no more relations than anybody may ask for; said before anything of it is looked up. */
export function isAskable(path: string): boolean {
  if (path.includes(kindMark)) return false;
  let relations = 0;
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    relations += 1;
    if (relations > maxRelations) return false;
  }
  return true;
}

/** Title of a path for a heading: the field's own, or relation and field (`负责人 · 电话`) unless it is the label. */
export function pathTitle(entities: ReadonlyMap<string, EntityDocument>, start: EntityDocument, path: string): string {
  const resolved = resolvePath(entities, start, path);
  if (resolved === undefined) return path;
  const relation = resolved.relations.at(-1);
  if (relation === undefined) return resolved.field.title;
  const [of, title] = [relation.field.title, resolved.field.title];
  const isCalled = resolved.kinds !== undefined && resolved.field.key === calledName;
  if (isCalled || resolved.field.key === resolved.entity.document.label) return of;
  // 线索 and 线索编号 are 线索编号.
  return title.startsWith(of) ? title : `${of}${title}`;
}

/** The title of a field or of a list of child rows; the key itself where the entity has neither. */
export function titleOfKey({ fields, children }: EntityModel, key: string): string {
  return fields.get(key)?.title ?? children.get(key)?.title ?? key;
}

/** A transition together with the state machine it belongs to. */
export type TransitionOfEntity = { readonly machine: StateMachine; readonly transition: Transition };

/** All transitions of an entity, in document order. */
export function transitionsOf(document: EntityDocument): readonly TransitionOfEntity[] {
  return (document.states ?? []).flatMap((machine) =>
    machine.transitions.map((transition) => ({ machine, transition })),
  );
}

/** What must hold for a transition to begin, each with what is said where it does not; the short form is a list of one. */
export function guardsOf({ guard, guardMessage, guards = [] }: Transition): readonly TransitionGuard[] {
  return guard === undefined
    ? guards
    : [{ when: guard, message: guardMessage ?? formatMessage(modelText('model.guard.unmet')) }, ...guards];
}
