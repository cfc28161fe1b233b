import { faultsAt } from '../../documents/isolate.ts';
import { openStates } from '../../entity/editable.ts';
import type { EntityModel } from '../../entity/entity-model.ts';
import { entityModel } from '../../entity/entity-model.ts';
import { fieldSource } from '../../entity/field-source.ts';
import { fieldTypes } from '../../fields/field-types.ts';
import type {
  ChildRows,
  EntityField,
  FormDocument,
  FormFieldOverride,
  OperationInput,
} from '../../generated/documents.ts';
import { type InputField, inputFields } from '../../record/validate-record.ts';
import { whoCondition } from '../../record/who.ts';
import { formatMessage } from '../../texts/message.ts';
import { modelText } from '../../texts/model-text.ts';
import { type CompiledText, compiledText, nodeFaultText, withFaultyNodes } from '../compile/compiled-text.ts';
import { defined } from '../compile/defined.ts';
import type { ViewContext } from '../compile/view-context.ts';
import { inOrder } from './form-order.ts';
import type {
  FormConditions,
  FormFaultView,
  FormFieldView,
  FormItemView,
  FormRowsView,
  FormSectionView,
  FormView,
} from './form-shape.ts';
import { pickView } from './pick-view.ts';
import { shownField } from './shown-field.ts';

/** What a form is compiled with. */
export type FormOptions = {
  readonly inputs: readonly OperationInput[];
  /** Whether it changes a record that is there: then its state and who reads decide what is open. */
  readonly isChange?: boolean;
  readonly title: string;
  readonly context: ViewContext;
  /** Key path of the form in its page, where the faults of its parts are found. */
  readonly at?: string;
};

type Compiling = FormOptions & {
  /** Whether the form is about a record that is there, whichever of its rows are compiled. */
  readonly isOfRecord: boolean;
  readonly declared: ReadonlyMap<string, InputField>;
  readonly entity: EntityModel;
  /** What inputs of the operation start with, by key. */
  readonly starts: ReadonlyMap<string, string>;
};

/** Compiles a form document; fields come from the entity, or from the inputs of the operation it is for. */
export function formView(form: FormDocument, entity: EntityModel, options: FormOptions): FormView {
  const starts = options.inputs.flatMap(({ key, defaultValue }) =>
    defaultValue === undefined ? [] : [[key, defaultValue] as const],
  );
  const declared = inputFields(options.inputs, entity.fields);
  const isOfRecord = options.isChange === true;
  const compiling = { ...options, isOfRecord, entity, declared, starts: new Map(starts) };
  const sections = withFaults(
    form.sections.map((section) => sectionView(section, compiling)),
    compiling,
    'sections',
    (key, fault): FormSectionView => ({ key, items: [faultView(key, key, fault)] }),
  );
  const rules = (form.rules ?? []).map((rule) => ({ rule, ...compiledText(rule.when) }));
  return {
    title: form.title ?? options.title,
    entity: entity.document.name,
    layout: form.layout ?? 'drawer',
    arrange: form.arrange ?? 'sections',
    sections,
    rules: rules.flatMap(({ rule, expression }) =>
      expression === undefined ? [] : [{ key: rule.key, when: expression, effects: rule.then }],
    ),
    computed: inOrder(fieldsOf(sections), 'form'),
    faults: [
      ...rules.flatMap(({ rule, fault }) => (fault === undefined ? [] : `${rule.key}：${fault}`)),
      ...placeless(options),
    ],
    ...defined({ at: options.at }),
  };
}

/** The form of an operation that has inputs but no form of its own: one section with all of them. */
export function inputsForm(entity: EntityModel, options: FormOptions): FormView {
  const fields = options.inputs.map((input) => input.key);
  return formView({ layout: 'modal', sections: [{ key: 'input', fields }] }, entity, options);
}

/** All fields of a form in order, without child rows and what cannot be drawn. */
export function formFields(form: FormView): readonly FormFieldView[] {
  return fieldsOf(form.sections);
}

/** The child rows of a form in order. */
export function formRows(form: FormView): readonly FormRowsView[] {
  return form.sections.flatMap((section) => section.items.filter((item) => item.kind === 'rows'));
}

function fieldsOf(sections: readonly FormSectionView[]): readonly FormFieldView[] {
  return sections.flatMap(({ items }) => items.filter((item) => item.kind === 'field'));
}

function sectionView(section: FormDocument['sections'][number], compiling: Compiling): FormSectionView {
  const visible = compiledText(section.visibleWhen);
  const { key, title, help, beside } = section;
  const items = withFaults<FormItemView>(
    section.fields.map((item) => itemView(overrideOf(item), compiling, `sections/${key}/fields`)),
    compiling,
    `sections/${key}/fields`,
    (name, fault) => faultView(name, name, fault),
  );
  const shown =
    visible.fault === undefined ? items : [faultView(`${key}VisibleWhen`, title ?? key, visible.fault), ...items];
  return { key, items: shown, ...defined({ title, help, visibleWhen: visible.expression, isBeside: beside }) };
}

function overrideOf(item: string | FormFieldOverride): FormFieldOverride {
  return typeof item === 'string' ? { key: item } : item;
}

function faultView(key: string, title: string, fault: string): FormFaultView {
  return { kind: 'fault', key, title, fault };
}

function itemView(override: FormFieldOverride, compiling: Compiling, at: string): FormItemView {
  const { key } = override;
  const rows = compiling.entity.children.get(key);
  if (rows !== undefined && !compiling.declared.has(key) && !compiling.entity.fields.has(key))
    return rowsView(override, rows, compiling, at);
  return fieldView(override, compiling);
}

function conditionsOf(
  override: FormFieldOverride,
  compiling: Compiling,
): {
  readonly when: FormConditions;
  readonly fault?: string | undefined;
} {
  const writable = compiledText(writableCondition(override.key, compiling));
  const visible = compiledText(override.visibleWhen);
  const enabled = compiledText(override.enabledWhen);
  const required = compiledText(override.requiredWhen);
  return {
    when: defined({
      visibleWhen: visible.expression,
      enabledWhen: enabled.expression,
      requiredWhen: required.expression,
      writableWhen: writable.expression,
    }),
    fault: visible.fault ?? enabled.fault ?? required.fault ?? writable.fault,
  };
}

/** When the reader may write a field or child rows of a record that is there; undefined where nothing limits it. */
function writableCondition(key: string, { entity, context, isChange }: Compiling): string | undefined {
  if (isChange !== true) return undefined;
  const { states, who } = entity.document;
  const byState = (states ?? []).flatMap((machine) => {
    const dictionary = context.dictionaries.get(entity.fields.get(machine.field)?.dictionary ?? '');
    const open = openStates(entity.document, machine, dictionary?.values.map((value) => value.key) ?? [], key);
    return open === undefined ? [] : [`record.${machine.field} in [${open.map((state) => `'${state}'`).join(', ')}]`];
  });
  const conditions = [...byState, whoCondition(who?.modify), whoCondition(entity.fields.get(key)?.who)].filter(
    (text) => text !== undefined,
  );
  return conditions.length === 0 ? undefined : conditions.map((text) => `(${text})`).join(' && ');
}

function fieldView(override: FormFieldOverride, compiling: Compiling): FormFieldView | FormFaultView {
  const { declared, entity } = compiling;
  const { key } = override;
  if (override.shown === true) return shownView(override, compiling);
  const field = declared.get(key) ?? entity.fields.get(key);
  if (field === undefined)
    return faultView(key, override.title ?? key, formatMessage(modelText('model.view.noField', { name: key })));
  const title = override.title ?? field.title;
  const { when, fault } = conditionsOf(override, compiling);
  const start = compiledText(override.defaultValue ?? compiling.starts.get(key));
  const compute = compiledText(override.compute);
  const options = Object.entries(override.options ?? {}).map(([path, source]) => ({ path, ...compiledText(source) }));
  const wrong = fault ?? start.fault ?? compute.fault ?? options.find((option) => option.fault !== undefined)?.fault;
  if (wrong !== undefined) return faultView(key, title, wrong);
  return {
    kind: 'field',
    key,
    field,
    title,
    required: override.required ?? field.required === true,
    readonly: override.readonly === true || (field.readonly === true && field.from !== undefined),
    span: override.span ?? usualSpan(field, override),
    ...when,
    ...defined({
      help: override.help ?? field.help,
      placeholder: override.placeholder,
      input: override.input,
      widget: override.widget,
      props: override.props,
      check: override.check?.api,
      create: override.create,
      defaultValue: start.expression,
      compute: compute.expression,
      source: fieldSource(field, entity),
      conditions: override.options && options.flatMap(conditionOn),
    }),
  };
}

/** How many columns a field takes where nothing else is said. */
function usualSpan(field: EntityField, { input }: FormFieldOverride): 1 | 2 {
  return isWide(field) || input === 'transfer' ? 2 : 1;
}

function conditionOn({ path, expression }: { readonly path: string } & CompiledText) {
  return expression === undefined ? [] : [{ path, value: expression }];
}

function shownView(override: FormFieldOverride, compiling: Compiling): FormFieldView | FormFaultView {
  const { key } = override;
  const found = shownField(override, compiling.entity, compiling.context.entities);
  if (found === undefined)
    return faultView(
      key,
      override.title ?? key,
      formatMessage(modelText('model.view.noField', { name: override.field ?? key })),
    );
  const { when, fault } = conditionsOf(override, compiling);
  const { path, field, title, source } = found;
  const compute = compiledText(override.compute);
  const wrong = fault ?? compute.fault;
  if (wrong !== undefined) return faultView(key, title, wrong);
  return {
    ...{ kind: 'field', key, field, title, shown: path, required: false, readonly: true },
    span: override.span ?? usualSpan(field, override),
    ...defined({ visibleWhen: when.visibleWhen, help: override.help, compute: compute.expression, source }),
  };
}

const maxRows = 500;

type DeclaredRows = Pick<ChildRows, 'title' | 'entity' | 'min' | 'max' | 'rows'>;

/** What needs the whole width: text without end, and what has parts. */
function isWide({ type, shape }: EntityField): boolean {
  return fieldTypes[type].isLong === true || shape !== undefined;
}

function rowsView(
  override: FormFieldOverride,
  declared: DeclaredRows,
  compiling: Compiling,
  at: string,
): FormRowsView | FormFaultView {
  const { key } = override;
  const title = override.title ?? declared.title;
  const document = compiling.context.entities.get(declared.entity);
  if (document === undefined)
    return faultView(key, title, formatMessage(modelText('model.view.noEntity', { name: declared.entity })));
  const { when, fault } = conditionsOf(override, compiling);
  if (fault !== undefined) return faultView(key, title, fault);
  const inner: Compiling = {
    ...compiling,
    entity: entityModel(document),
    declared: new Map(),
    starts: new Map(),
    isChange: false,
  };
  const below = `${at}/${key}/fields`;
  const items = withFaults<FormItemView>(
    (override.fields ?? []).map((item) => itemView(overrideOf(item), inner, below)),
    compiling,
    below,
    (name, wrong) => faultView(name, name, wrong),
  );
  const cells = items.filter((item) => item.kind !== 'rows');
  const pick = pickView(override, cells, compiling.context);
  const fields = cells.map((cell) => (cell.key === pick?.cell.key ? pick.cell : cell));
  return {
    kind: 'rows',
    key,
    title,
    entity: declared.entity,
    readonly: override.readonly === true,
    min: Math.max(declared.min ?? 0, override.required === true ? 1 : 0),
    max: declared.max ?? maxRows,
    isFixed: override.rows === 'fixed' || (declared.rows === 'fixed' && compiling.isOfRecord),
    hasCards: override.arrange === 'cards',
    fields,
    lists: items.filter((item) => item.kind === 'rows'),
    computed: inOrder(
      fields.filter((cell) => cell.kind === 'field'),
      'row',
    ),
    ...when,
    ...defined({ help: override.help, pick }),
  };
}

function withFaults<Item>(
  items: readonly Item[],
  { context, at }: FormOptions,
  below: string,
  make: (key: string, fault: string) => Item,
): readonly Item[] {
  return at === undefined ? items : withFaultyNodes(items, faultsAt(context.faults, `${at}/${below}`), make);
}

const placed = /^sections\/[^/]+(\/fields\/[^/]+){0,3}$/;

/** Faults of a form that stand in no section's, field's or cell's place. */
function placeless({ context, at }: FormOptions): readonly string[] {
  if (at === undefined) return [];
  return context.faults
    .filter((node) => node.at.startsWith(`${at}/`) && !placed.test(node.at.slice(at.length + 1)))
    .map(nodeFaultText);
}
