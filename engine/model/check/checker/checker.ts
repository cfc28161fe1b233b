import { type DeclaredOperation, permissionsOf } from '../../access/operations.ts';
import { type EntityModel, entityModel, resolvePath } from '../../entity/entity-model.ts';
import { lackingKinds } from '../../entity/lacking-kinds.ts';
import { type ExpressionLocation, expressionUses } from '../../expression/expression-use.ts';
import { checkExpression } from '../../expression/types/check-expression.ts';
import type { Fault, FaultCode } from '../../faults/fault.ts';
import { pointer } from '../../faults/fault.ts';
import type { DictionaryDocument, EntityDocument, EntityField, OperationInput } from '../../generated/documents.ts';
import { nearestName } from '../../naming/naming.ts';
import { inputFields } from '../../record/validate-record.ts';
import { checkText } from '../../texts/check-text.ts';
import { expectation, type Message, type MessageValue } from '../../texts/message.ts';
import type { WidgetSlot } from '../../widget/widget-contract.ts';
import { propsFaults } from '../../widget/widget-props.ts';
import type { CheckContext } from './check-context.ts';
import { type Term, termText } from './terms.ts';

/** A place in a document, as the segments of its JSON pointer. */
export type At = readonly (string | number)[];

/** What the roots of an expression stand for in its place, and the field its value goes to. */
export type ExpressionEnvironment = {
  /** Entity of `record`. */
  readonly entity?: EntityDocument;
  /** Fields of `form`, by key. */
  readonly form?: ReadonlyMap<string, EntityField>;
  /** Fields of `row`, a row edited inside a form. */
  readonly row?: ReadonlyMap<string, EntityField>;
  /** Entity of `row` where it is a stored row. */
  readonly storedRow?: EntityDocument | undefined;
  /** Entity whose child rows `form` has. */
  readonly formOf?: EntityDocument;
  /** Inputs of a transition, read as `form`. */
  readonly inputs?: readonly OperationInput[] | undefined;
  readonly field?: Pick<EntityField, 'key' | 'type' | 'dictionary' | 'ref'>;
};

/** Collects the faults of one document with the cross-document look-ups every check needs; faults carry no file. */
export class Checker {
  readonly faults: Fault[] = [];

  constructor(readonly context: CheckContext) {}

  get documents(): CheckContext['documents'] {
    return this.context.documents;
  }

  get operations(): CheckContext['operations'] {
    return this.context.operations;
  }

  get permissions(): CheckContext['permissions'] {
    return this.context.permissions;
  }

  add(fault: Omit<Fault, 'file' | 'pointer'>, at: At): void {
    this.faults.push({ ...fault, pointer: pointer(...at) });
  }

  /** Something that must be otherwise. */
  expect(wanted: Message, got: string, at: At, code: FaultCode = 'E_SCHEMA_CONFLICT'): void {
    this.add({ code, ...expectation(wanted), got }, at);
  }

  /** A name that must be known, of something where that is told; offers the nearest. */
  name(term: Term, got: string, known: Iterable<string>, at: At, of?: MessageValue): boolean {
    const names = [...known];
    if (names.includes(got)) return true;
    const nearest = nearestName(got, names);
    const what = termText(term);
    this.add(
      {
        code: 'E_SCHEMA_UNKNOWN_NAME',
        ...expectation(of === undefined ? what : checkText('check.checker.of', { what, of })),
        got,
        ...(nearest === undefined ? {} : { nearest }),
      },
      at,
    );
    return false;
  }

  /** Items whose keys must be unique among siblings. */
  uniqueKeys(items: readonly { readonly key: string }[] | undefined, at: At): void {
    this.#unique('key', checkText('check.checker.keysAreUniqueAmongSiblings'), items, at);
  }

  /** Items shown side by side under their titles, which people must be able to tell apart. */
  uniqueTitles(items: readonly { readonly title: string }[], at: At): void {
    this.#unique('title', checkText('check.checker.titlesOfOnePageDiffer'), items, at);
  }

  #unique<Part extends string>(
    part: Part,
    expected: Message,
    items: readonly { readonly [part in Part]: string }[] | undefined,
    at: At,
  ): void {
    const seen = new Set<string>();
    for (const [index, item] of (items ?? []).entries()) {
      const name = item[part];
      if (seen.has(name)) this.expect(expected, name, [...at, index, part], 'E_SCHEMA_DUPLICATE');
      seen.add(name);
    }
  }

  entity(name: string, at: At): EntityDocument | undefined {
    this.name('entity', name, this.documents.entities.keys(), at);
    return this.documents.entities.get(name);
  }

  page(name: string, at: At): boolean {
    return this.name('page', name, this.context.pageNames, at);
  }

  /** A field path that must resolve, with the nearest field of the entity the path breaks at. */
  path(entity: EntityDocument, path: string, at: At): EntityField | undefined {
    const resolved = resolvePath(this.documents.entities, entity, path);
    if (resolved !== undefined) {
      if (resolved.field.secret === true) this.expect(checkText('check.checker.fieldThatMayLeaveServer'), path, at);
      return resolved.field;
    }
    const lacking = lackingKinds(this.documents.entities, entity, path);
    if (lacking !== undefined) {
      const { wanted, ...near } = lacking;
      this.add({ code: 'E_SCHEMA_UNKNOWN_NAME', ...expectation(wanted), ...near, got: path }, at);
      return undefined;
    }
    const broken = this.#breakOf(entity, path);
    this.add(
      {
        code: 'E_SCHEMA_UNKNOWN_NAME',
        ...expectation(checkText('check.checker.of', { what: termText('field'), of: broken.entity })),
        got: path,
        ...(broken.nearest === undefined ? {} : { nearest: broken.nearest }),
      },
      at,
    );
    return undefined;
  }

  /** Where a path leaves what is known: the entity reached, and the nearest whole path. */
  #breakOf(start: EntityDocument, path: string): { readonly entity: EntityDocument; readonly nearest?: string } {
    const segments = path.split('.');
    let entity = start;
    for (const [index, segment] of segments.entries()) {
      const model = entityModel(entity);
      const isLast = index === segments.length - 1;
      const relation = isLast ? undefined : model.relations.get(segment);
      const target = relation === undefined ? undefined : this.documents.entities.get(relation.entity);
      if (target !== undefined) {
        entity = target;
        continue;
      }
      const near = isLast ? this.#nearestEnd(segment, model) : nearestName(segment, model.relations.keys());
      return near === undefined ? { entity } : { entity, nearest: segments.with(index, near).join('.') };
    }
    return { entity };
  }

  /** What a path may have meant to end at: a field; of a relation, the label of what it leads to. */
  #nearestEnd(segment: string, { fields, relations }: EntityModel): string | undefined {
    const near = relations.has(segment) ? segment : nearestName(segment, [...fields.keys(), ...relations.keys()]);
    const relation = near === undefined ? undefined : relations.get(near);
    if (relation === undefined) return near;
    const target = this.documents.entities.get(relation.entity);
    return target === undefined ? relation.field.key : `${near}.${target.label}`;
  }

  /** An expression that must parse, whose paths must resolve and whose type must fit its place. */
  expression(source: string, place: ExpressionLocation, environment: ExpressionEnvironment, at: At): void {
    const { entities, dictionaries } = this.documents;
    const { entity, row, storedRow, field, inputs, formOf } = environment;
    const fields: ReadonlyMap<string, EntityField> = entity === undefined ? new Map() : entityModel(entity).fields;
    // A default value is worked out from what has been filled in.
    const form = environment.form ?? (place === 'defaultValue' ? fields : inputFields(inputs ?? [], fields));
    const types = { entities, dictionaries, record: entity, form, formOf, row, storedRow, field };
    for (const { length: _, ...fault } of checkExpression(source, expressionUses[place], types)) this.add(fault, at);
  }

  /**
   * An API path that must be a declared operation asking for this permission; `at` holds both as `api` and
   * `permission`, unless `apiAt` says where the path stands alone.
   */
  operation(api: string, permission: string, at: At, apiAt: At = [...at, 'api']): DeclaredOperation | undefined {
    if (!this.name('operation', api, this.operations.keys(), apiAt)) return undefined;
    const operation = this.operations.get(api);
    if (operation !== undefined && !permissionsOf(operation).includes(permission)) {
      const place = apiAt.length === at.length ? apiAt : [...at, 'permission'];
      this.add({ code: 'E_SCHEMA_PERMISSION', expected: permissionsOf(operation).join(' / '), got: permission }, place);
    }
    return operation;
  }

  /** A widget that must be registered, fit the place and accept its props. */
  widget(name: string, props: unknown, slot: WidgetSlot, at: At): void {
    const widgets = this.context.widgets;
    if (widgets === undefined) return;
    const contract = widgets.get(name);
    if (contract === undefined) {
      this.name('widget', name, widgets.keys(), [...at, 'widget']);
      return;
    }
    if (!contract.slots.includes(slot))
      this.expect(checkText('check.checker.widgetForSlotFits', { slot, name, slots: contract.slots }), name, [
        ...at,
        'widget',
      ]);
    for (const fault of propsFaults(contract, props))
      this.faults.push({ ...fault, pointer: `${pointer(...at, 'props')}${fault.pointer}` });
  }

  sort(entity: EntityDocument, sort: readonly string[] | undefined, at: At): void {
    for (const [index, item] of (sort ?? []).entries()) this.path(entity, item.replace(/^-/, ''), [...at, index]);
  }

  filter(entity: EntityDocument, filter: Readonly<Record<string, unknown>> | undefined, at: At): void {
    for (const [path, value] of Object.entries(filter ?? {})) {
      const field = this.path(entity, path, [...at, path]);
      if (field !== undefined) this.values(field, value, [...at, path]);
    }
  }

  /** Values compared with a field: those of an enum must be in its dictionary. */
  values(field: EntityField, value: unknown, at: At): void {
    const dictionary = this.dictionaryOf(field);
    if (dictionary === undefined) return;
    const known = dictionary.values.map((item) => item.key);
    for (const [index, item] of [value].flat().entries()) {
      if (typeof item !== 'string' || item.startsWith('@')) continue;
      this.name('value', item, known, Array.isArray(value) ? [...at, index] : at, dictionary);
    }
  }

  dictionaryOf(field: EntityField): DictionaryDocument | undefined {
    return field.dictionary === undefined ? undefined : this.documents.dictionaries.get(field.dictionary);
  }
}
