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
import { calledField, calledName, commonField } from './common-field.ts';

/** Fields every entity has without declaring them; the authors are people where the documents know any. */
const commonFields: readonly EntityField[] = [
  { key: 'id', title: '编号', type: 'string', readonly: true },
  { key: 'createdAt', title: '创建时间', type: 'datetime', readonly: true, sortable: true },
  { key: 'createdBy', title: '创建人', type: 'ref', readonly: true },
  { key: 'updatedAt', title: '更新时间', type: 'datetime', readonly: true, sortable: true },
  { key: 'updatedBy', title: '更新人', type: 'ref', readonly: true },
  { key: 'version', title: '版本', type: 'int', readonly: true },
];

const appendOnlyKeys = new Set(['id', 'createdAt', 'createdBy']);

/** A relation opened by a reference field: `owner` through `ownerId`. */
export type Relation = {
  readonly name: string;
  readonly field: EntityField;
  readonly entity: string;
  readonly many: boolean;
  /** The values of the field that says which kind it is, where it is one of several. */
  readonly kinds?: readonly string[];
};

/** A reference to one of several kinds: the field that says which, and a relation to each. */
export type SeveralKinds = {
  readonly field: EntityField;
  readonly by: string;
  readonly relations: readonly Relation[];
};

/** An entity with its fields and relations looked up by name. */
export type EntityModel = {
  readonly document: EntityDocument;
  readonly fields: ReadonlyMap<string, EntityField>;
  readonly relations: ReadonlyMap<string, Relation>;
  /** References to one of several kinds, by the name of the relation. */
  readonly kinds: ReadonlyMap<string, SeveralKinds>;
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

/** A path through one of several kinds, and the values of what says that it is this one. */
export type KindPath = ResolvedPath & { readonly path: string; readonly values: readonly string[] };

/** The looked-up form of an entity document; made once per document. */
export const entityModel = memoizeByIdentity((document: EntityDocument): EntityModel => {
  const fields = new Map(
    [...commonOf(document), ...document.fields].map((field) => [field.key, asKept(field, document)]),
  );
  const relations = new Map<string, Relation>();
  const kinds = new Map<string, SeveralKinds>();
  for (const field of fields.values()) {
    if (field.type === 'ref' && field.refBy !== undefined)
      kinds.set(relationName(field.key), severalKinds(field, field.refBy));
    if (field.ref === undefined || (field.type !== 'ref' && field.type !== 'refs')) continue;
    const name = relationName(field.key);
    relations.set(name, { name, field, entity: field.ref, many: field.type === 'refs' });
  }
  const children = new Map((document.children ?? []).map((rows) => [rows.key, rows]));
  return { document, fields, relations, kinds, children };
});

// No path of a document or of a request has it: only what plans a path leads through one kind at a time.
const kindMark = '@';

function severalKinds(field: EntityField, { field: by, entities }: NonNullable<EntityField['refBy']>): SeveralKinds {
  const relations = [...new Set(Object.values(entities))].map((entity) => ({
    name: `${relationName(field.key)}${kindMark}${entity}`,
    field,
    entity,
    many: false,
    kinds: Object.keys(entities).filter((value) => entities[value] === entity),
  }));
  return { field, by, relations };
}

function commonOf(document: EntityDocument): readonly EntityField[] {
  const { authors } = document;
  const kept =
    document.appendOnly === true ? commonFields.filter((field) => appendOnlyKeys.has(field.key)) : commonFields;
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
  const relations: Relation[] = [];
  let entity = entityModel(start);
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    const several = entity.kinds.get(segment);
    if (several !== undefined)
      return throughKinds(several, segments, index, (each) => resolvePath(entities, start, each));
    const relation = entity.relations.get(segment) ?? relationToKind(entity, segment);
    const target = relation === undefined || relation.many ? undefined : entities.get(relation.entity);
    if (relation === undefined || target === undefined) return undefined;
    relations.push(relation);
    entity = entityModel(target);
  }
  const last = segments.at(-1) ?? '';
  const named = relations.at(-1)?.kinds !== undefined && last === calledName ? entity.document.label : last;
  const field = entity.fields.get(named);
  return field === undefined ? undefined : { relations, field, entity };
}

function relationToKind({ kinds }: EntityModel, segment: string): Relation | undefined {
  const [name = ''] = segment.split(kindMark);
  return name === segment ? undefined : kinds.get(name)?.relations.find((relation) => relation.name === segment);
}

/** The path through each of the kinds that the step at `index` may lead to; at most one step of a path is such. */
function throughKinds(
  { by, relations }: SeveralKinds,
  segments: readonly string[],
  index: number,
  resolve: (path: string) => ResolvedPath | undefined,
): ResolvedPath | undefined {
  const paths = relations.flatMap(({ name, kinds = [] }): readonly KindPath[] => {
    const path = segments.with(index, name).join('.');
    const resolved = resolve(path);
    return resolved === undefined || resolved.kinds !== undefined ? [] : [{ ...resolved, path, values: kinds }];
  });
  const [first] = paths;
  const ends = paths.map(({ field, entity }) => ({ field, owner: entity.document }));
  const isCalled = index === segments.length - 2 && segments.at(-1) === calledName;
  const field = isCalled ? calledField(ends) : commonField(ends);
  if (first === undefined || field === undefined || paths.length < relations.length) return undefined;
  const { relations: walked, entity } = first;
  return { relations: walked, field, entity, kinds: { by: [...segments.slice(0, index), by].join('.'), paths } };
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
  return guard === undefined ? guards : [{ when: guard, message: guardMessage ?? '不满足该操作的条件' }, ...guards];
}
