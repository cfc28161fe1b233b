import { projectsKey } from '../../access/projects-key.ts';
import { entityModel, isStored, resolvePath } from '../../entity/entity-model.ts';
import { lackingKinds } from '../../entity/lacking-kinds.ts';
import type { DictionaryDocument, EntityDocument } from '../../generated/documents.ts';
import { nearestName, relationName } from '../../naming/naming.ts';
import { typingText } from '../../texts/typing-text.ts';
import type { ChildRowsPath, ExpressionRoot } from '../ast.ts';
import type { Words } from '../expression-fault.ts';
import { type ExpressionType, type TypedField, text, typeOfField } from './expression-type.ts';

/** What the roots of an expression stand for where it is written. */
export type TypeEnvironment = {
  readonly entities: ReadonlyMap<string, EntityDocument>;
  readonly dictionaries: ReadonlyMap<string, DictionaryDocument>;
  /** Entity of `record`; without it nothing is said about fields of `record`. */
  readonly record?: EntityDocument | undefined;
  /** Fields of `form`, by key. */
  readonly form?: ReadonlyMap<string, TypedField> | undefined;
  /** Fields of `row`, by key. */
  readonly row?: ReadonlyMap<string, TypedField> | undefined;
  /** Entity of `row` where it is a stored child row. */
  readonly storedRow?: EntityDocument | undefined;
  /** Entity whose child rows `form` has; without it there are none. */
  readonly formOf?: EntityDocument | undefined;
  /** What `user` has beyond what every user has; undefined where that is not known, then only near misses are faults. */
  readonly user?: ReadonlyMap<string, ExpressionType> | undefined;
  /** Field the value goes to or is compared with. */
  readonly field?: TypedField | undefined;
};

/** The type of a path, or the name in it that is not known, and what would be. */
export type PathType =
  | { readonly type: ExpressionType; readonly secret?: boolean }
  | { readonly expected: Words; readonly nearest?: string };

const reference: ExpressionType = { kind: 'reference' };
const references: ExpressionType = { kind: 'list', of: reference };

/** What every user has. */
const userTypes: ReadonlyMap<string, ExpressionType> = new Map([
  ['id', reference],
  ['name', text],
  ['departmentId', reference],
  ['departmentIds', references],
  [projectsKey, references],
]);

const pageTypes: ReadonlyMap<string, ExpressionType> = new Map([['name', text]]);

/** Finds the type of a path below a root. */
export function typeOfPath(
  root: Exclude<ExpressionRoot, 'now'>,
  path: readonly string[],
  environment: TypeEnvironment,
  ownFields: boolean,
): PathType {
  switch (root) {
    case 'record':
      return recordPath(path, environment, ownFields);
    case 'old':
      return recordPath(path, environment, true);
    case 'row':
      if (environment.storedRow !== undefined)
        return recordPath(path, { ...environment, record: environment.storedRow }, ownFields);
      return fieldPath(root, path, environment);
    case 'form':
      return fieldPath(root, path, environment);
    case 'user':
      return userPath(path, environment.user);
    case 'page':
      return plainPath(root, path, pageTypes);
  }
}

/** What stands for `row` where child rows are gathered; undefined where the owner of the list is not known. */
export function rowsEnvironment(
  { root, key }: ChildRowsPath,
  environment: TypeEnvironment,
): { readonly environment: TypeEnvironment } | { readonly expected: Words; readonly nearest?: string } | undefined {
  const owner = root === 'record' ? environment.record : environment.formOf;
  if (owner === undefined)
    return root === 'record' ? undefined : { expected: typingText('expression.typeEnvironment.formWithChildRows') };
  const { children } = entityModel(owner);
  const child = environment.entities.get(children.get(key)?.entity ?? '');
  if (child === undefined) return rowsUnknown(owner, key, children.keys());
  if (root === 'record') return { environment: { ...environment, row: undefined, storedRow: child } };
  return { environment: { ...environment, row: entityModel(child).fields, storedRow: undefined } };
}

function rowsUnknown(owner: EntityDocument, key: string, known: Iterable<string>) {
  const nearest = nearestName(key, known);
  return {
    expected: typingText('expression.typeEnvironment.childRowsOf', { entity: owner }),
    ...(nearest === undefined ? {} : { nearest }),
  };
}

function userPath(path: readonly string[], declared: TypeEnvironment['user']): PathType {
  const found = plainPath('user', path, new Map([...userTypes, ...(declared ?? [])]));
  const isUndeclared = declared === undefined && !('type' in found) && found.nearest === undefined;
  return isUndeclared ? { type: { kind: 'unknown' } } : found;
}

function plainPath(root: string, path: readonly string[], known: ReadonlyMap<string, ExpressionType>): PathType {
  const type = path.length === 1 ? known.get(path[0] ?? '') : undefined;
  return type === undefined
    ? unknownName(typingText('expression.typeEnvironment.attributeOf', { root }), path, known.keys())
    : { type };
}

function fieldPath(root: 'form' | 'row', path: readonly string[], environment: TypeEnvironment): PathType {
  const fields = environment[root];
  if (fields === undefined)
    return {
      expected:
        root === 'form'
          ? typingText('expression.typeEnvironment.placeWithForm')
          : typingText('expression.typeEnvironment.rowOfChildRows'),
    };
  const behind = path.length === 2 ? referred(path, fields, environment) : undefined;
  if (behind !== undefined) return behind;
  const field = path.length === 1 ? fields.get(path[0] ?? '') : undefined;
  if (field === undefined)
    return unknownName(
      root === 'form'
        ? typingText('expression.typeEnvironment.fieldOfForm')
        : typingText('expression.typeEnvironment.fieldOfRow'),
      path,
      fields.keys(),
    );
  // What is typed into a form is not masked, unlike what is stored.
  const { mask: _, ...plain } = field;
  return { type: typeOfField(plain, environment.dictionaries), secret: field.secret === true };
}

/** A field of the record that a reference of a form leads to; undefined where there is no such reference, or no form that reads it. */
function referred(
  [name, key = '']: readonly string[],
  fields: ReadonlyMap<string, TypedField>,
  environment: TypeEnvironment,
): PathType | undefined {
  if (environment.formOf === undefined) return undefined;
  const reference = [...fields.values()].find((field) => field.type === 'ref' && relationName(field.key) === name);
  const record = environment.entities.get(reference?.ref ?? '');
  return record === undefined ? undefined : recordPath([key], { ...environment, record }, false);
}

function recordPath(path: readonly string[], environment: TypeEnvironment, ownFields: boolean): PathType {
  const { entities, dictionaries, record } = environment;
  if (record === undefined) return { type: { kind: 'unknown' } };
  if (ownFields && path.length > 1)
    return { expected: typingText('expression.typeEnvironment.fieldOfItself', { entity: record }) };
  const found = resolvePath(entities, record, path.join('.'));
  if (ownFields && found !== undefined && !isStored(found.field))
    return { expected: typingText('expression.typeEnvironment.storedFieldOf', { entity: record }) };
  if (found !== undefined) {
    const owner = found.entity.document.name;
    return { type: typeOfField(found.field, dictionaries, owner), secret: found.field.secret === true };
  }
  const lacking = lackingKinds(entities, record, path.join('.'));
  if (lacking === undefined) return brokenPath(path, record, entities);
  const { wanted, ...near } = lacking;
  return { expected: wanted, ...near };
}

/** The entity at which a path leaves what is known, and the nearest whole path. */
function brokenPath(
  path: readonly string[],
  start: EntityDocument,
  entities: ReadonlyMap<string, EntityDocument>,
): PathType {
  let entity = start;
  for (const [index, segment] of path.entries()) {
    const { fields, relations } = entityModel(entity);
    const relation = relations.get(segment);
    const target = relation === undefined || relation.many ? undefined : entities.get(relation.entity);
    const isLast = index === path.length - 1;
    if (!isLast && target !== undefined) {
      entity = target;
      continue;
    }
    const near = isLast && relation !== undefined ? relation.field.key : undefined;
    const known = isLast ? fields.keys() : relations.keys();
    return unknownName(words(entity), path, known, index, near);
  }
  return { expected: words(entity) };
}

const words = (entity: EntityDocument): Words => typingText('expression.typeEnvironment.fieldOf', { entity });

function unknownName(
  expected: Words,
  path: readonly string[],
  known: Iterable<string>,
  index = 0,
  near = nearestName(path[index] ?? '', known),
): PathType {
  return near === undefined ? { expected } : { expected, nearest: path.with(index, near).join('.') };
}
