import { type EntityModel, entityModel, isStored } from '../../entity/entity-model.ts';
import { typesWhere } from '../../fields/type-groups.ts';
import type {
  ChildRows,
  EntityDocument,
  EntityField,
  FormDocument,
  FormFieldOverride,
  FormRule,
} from '../../generated/documents.ts';
import { inputFields } from '../../record/validate-record.ts';
import { checkText } from '../../texts/check-text.ts';
import { shownByKey } from '../../view/form/shown-field.ts';
import { createFormOf } from '../../view/page/create-forms.ts';
import type { At, Checker, ExpressionEnvironment } from '../checker/checker.ts';
import { checkLinkage } from './check-linkage.ts';
import { checkPick, refusePick } from './check-pick.ts';
import { checkBeside, checkShown, refuseListWords, refuseStrayWords } from './check-shown.ts';

/** Checks every form of a page. */
export function checkForms(
  forms: Readonly<Record<string, FormDocument>> | undefined,
  owner: EntityDocument,
  checker: Checker,
): void {
  for (const [name, form] of Object.entries(forms ?? {})) checkForm(form, owner, checker, ['forms', name]);
}

type FormFields = {
  readonly model: EntityModel;
  /** What may be filled in, by key. */
  readonly fields: ReadonlyMap<string, EntityField>;
  /** What expressions read: what may be filled in, and what is only shown. */
  readonly read: ReadonlyMap<string, EntityField>;
};

/** Checks a form: its fields can be filled in, its rules name fields of the form, its expressions read them. */
export function checkForm(form: FormDocument, owner: EntityDocument, checker: Checker, at: At): void {
  const entity = form.entity === undefined ? owner : checker.entity(form.entity, [...at, 'entity']);
  if (entity === undefined) return;
  const items = form.sections.flatMap(({ fields }) => fields);
  const scope = formFieldsOf(entity, items, checker);
  const environment = { entity: owner, form: scope.read, formOf: entity };
  checker.uniqueKeys(form.sections, [...at, 'sections']);
  const placed = checkSections(form, scope, environment, checker, at);
  checkKindsPlaced(form, scope, placed, checker, at);
  checker.uniqueKeys(form.rules, [...at, 'rules']);
  for (const [index, rule] of (form.rules ?? []).entries())
    checkRule(rule, environment, placed, checker, [...at, 'rules', index]);
  checkLinkage(form, checker, at);
}

/** Checks the sections of a form; answers the keys of what stands in them. */
function checkSections(
  form: FormDocument,
  scope: FormFields,
  environment: ExpressionEnvironment & { readonly entity: EntityDocument },
  checker: Checker,
  at: At,
): ReadonlySet<string> {
  const placed = new Set<string>();
  for (const [index, section] of form.sections.entries()) {
    const here = [...at, 'sections', index];
    if (section.visibleWhen !== undefined)
      checker.expression(section.visibleWhen, 'formWhen', environment, [...here, 'visibleWhen']);
    for (const [position, item] of section.fields.entries()) {
      const override: FormFieldOverride = typeof item === 'string' ? { key: item } : item;
      const place = [...here, 'fields', position];
      if (placed.has(override.key))
        checker.expect(checkText('check.form.everyFieldOnce'), override.key, place, 'E_SCHEMA_DUPLICATE');
      placed.add(override.key);
      checkField(override, scope, environment.entity, checker, place);
    }
  }
  checkBeside(form, checker, at);
  return placed;
}

/** Which record of several kinds is meant, people choose once they chose the kind: both stand in the form. */
function checkKindsPlaced(
  form: FormDocument,
  { fields }: FormFields,
  placed: ReadonlySet<string>,
  checker: Checker,
  at: At,
): void {
  for (const [index, section] of form.sections.entries())
    for (const [position, item] of section.fields.entries()) {
      const { key, shown } = typeof item === 'string' ? { key: item, shown: undefined } : item;
      const by = shown === true ? undefined : fields.get(key)?.refBy?.field;
      if (by !== undefined && !placed.has(by))
        checker.expect(checkText('check.form.inSameForm', { by }), key, [
          ...[...at, 'sections', index, 'fields', position],
        ]);
    }
}

/** A rule of a form says when, and what then of fields that stand in it. */
function checkRule(
  rule: FormRule,
  environment: ExpressionEnvironment,
  placed: ReadonlySet<string>,
  checker: Checker,
  at: At,
): void {
  checker.expression(rule.when, 'formWhen', environment, [...at, 'when']);
  checker.uniqueKeys(rule.then, [...at, 'then']);
  for (const [position, effect] of rule.then.entries())
    checker.name('field', effect.field, placed, [...at, 'then', position, 'field'], checkText('check.form.form'));
}

function formFieldsOf(
  entity: EntityDocument,
  items: readonly (string | FormFieldOverride)[],
  { documents }: Checker,
): FormFields {
  const fields = fillable(entity);
  const read = new Map([...fields, ...shownByKey(items, entity, documents.entities)]);
  return { model: entityModel(entity), fields, read };
}

/** Fields a form may hold: writable ones of the entity, and inputs its operations declare. */
export function fillable(entity: EntityDocument): ReadonlyMap<string, EntityField> {
  const { fields } = entityModel(entity);
  const writable = [...fields.values()].filter(
    // What is taken from a reference is shown, though nobody fills it in.
    (field) => (field.readonly !== true || field.from !== undefined) && field.secret !== true && isStored(field),
  );
  const transitions = (entity.states ?? []).flatMap((machine) => machine.transitions);
  const inputs = [...transitions, ...(entity.actions ?? [])].flatMap((declared) => declared.input ?? []);
  return new Map([...writable.map((field) => [field.key, field] as const), ...inputFields(inputs, fields)]);
}

function checkField(
  override: FormFieldOverride,
  scope: FormFields,
  owner: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const rows = scope.model.children.get(override.key);
  const { document } = scope.model;
  const environment = { entity: owner, form: scope.read, formOf: document };
  if (override.shown === true) {
    const workedOut = checkShown(override, document, checker, at);
    checkExpressions(override, workedOut, environment, checker, at);
    return;
  }
  refuseStrayWords(override, rows !== undefined, checker, at);
  if (rows !== undefined) {
    checkChildFields(override, rows, scope, owner, checker, at);
    return;
  }
  refusePick(override, checker, at);
  const known = [...scope.fields.keys(), ...scope.model.children.keys()];
  if (!checker.name('writableField', override.key, known, at, document)) return;
  if (override.fields !== undefined)
    checker.expect(checkText('check.form.fieldsForChildRowsOnly'), override.key, [...at, 'fields']);
  const field = scope.fields.get(override.key);
  if (field === undefined) return;
  checkExpressions(override, field, environment, checker, at);
  checkInput(override, field, checker, at);
  checkLiveCheck(override, field, document, checker, at);
  checkOptions(override, field, environment, checker, at);
  checkCreate(override, field, checker, at);
  if (override.widget !== undefined) checker.widget(override.widget, override.props, 'input', at);
}

type Environment = {
  readonly entity: EntityDocument;
  readonly form: ReadonlyMap<string, EntityField>;
  readonly row?: ReadonlyMap<string, EntityField>;
  /** Entity whose child rows the form has. */
  readonly formOf: EntityDocument;
};

function checkExpressions(
  override: FormFieldOverride,
  field: EntityField | undefined,
  environment: Environment,
  checker: Checker,
  at: At,
): void {
  for (const name of ['visibleWhen', 'enabledWhen', 'requiredWhen'] as const) {
    const source = override[name];
    if (source !== undefined) checker.expression(source, 'formWhen', environment, [...at, name]);
  }
  for (const name of ['defaultValue', 'compute'] as const) {
    const source = override[name];
    if (source !== undefined && field !== undefined)
      checker.expression(source, 'formValue', { ...environment, field }, [...at, name]);
  }
  if (override.compute !== undefined && override.defaultValue !== undefined)
    checker.expect(checkText('check.form.eitherComputeOrDefaultValueWhatIs'), override.key, [...at, 'defaultValue']);
}

function checkChildFields(
  override: FormFieldOverride,
  rows: ChildRows,
  scope: FormFields,
  owner: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const child = checker.documents.entities.get(rows.entity);
  if (child === undefined) return;
  if (override.fields === undefined) {
    checker.expect(checkText('check.form.fieldsForChildRows'), override.key, at);
    return;
  }
  const row = formFieldsOf(child, override.fields, checker);
  checkPick({ override, rows, child: row.model }, checker, at);
  const outside = { entity: owner, form: scope.read, formOf: scope.model.document };
  const environment = { ...outside, row: row.read };
  for (const [index, item] of override.fields.entries()) {
    const cell: FormFieldOverride = typeof item === 'string' ? { key: item } : item;
    const place = [...at, 'fields', index];
    const own = row.model.children.get(cell.key);
    if (own !== undefined) {
      refuseListWords(cell, checker, place);
      checkChildFields(cell, own, scope, owner, checker, place);
      continue;
    }
    if (cell.shown === true) {
      checkShown(cell, child, checker, place);
      checkExpressions(cell, undefined, environment, checker, place);
      continue;
    }
    const isPicked = cell.key === override.pick?.field;
    checkCell(cell, row, isPicked ? { environment, outside } : { environment }, checker, place);
  }
}

type CellPlace = {
  readonly environment: Environment;
  /** Where what is picked from a list is chosen: before there is a row. */
  readonly outside?: Environment;
};

/** Checks a cell that is filled in. */
function checkCell(
  cell: FormFieldOverride,
  { model, fields }: FormFields,
  { environment, outside = environment }: CellPlace,
  checker: Checker,
  place: At,
): void {
  refuseStrayWords(cell, false, checker, place);
  refusePick(cell, checker, place);
  const known = [...fields.keys(), ...model.children.keys()];
  const { title, name } = model.document;
  const field = checker.name('writableField', cell.key, known, place, { title, name })
    ? fields.get(cell.key)
    : undefined;
  if (field === undefined) return;
  checkExpressions(cell, field, environment, checker, place);
  checkInput(cell, field, checker, place);
  checkOptions(cell, field, outside, checker, place);
  checkCreate(cell, field, checker, place);
  if (cell.widget !== undefined) checker.widget(cell.widget, cell.props, 'input', place);
}

function checkInput(override: FormFieldOverride, field: EntityField, checker: Checker, at: At): void {
  const { input } = override;
  if (input === undefined) return;
  const types = typesWhere(({ inputs }) => inputs?.includes(input) === true);
  if (!types.includes(field.type))
    checker.expect(checkText('check.form.for', { input, types }), field.type, [...at, 'input']);
}

function checkLiveCheck(
  override: FormFieldOverride,
  field: EntityField,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  if (override.check === undefined) return;
  const here = [...at, 'check'];
  const operation = checker.operation(override.check.api, override.check.permission, here);
  if (operation !== undefined && (operation.kind !== 'check' || operation.entity !== entity.name))
    checker.expect(checkText('check.form.checkOf', { entity }), override.check.api, [...here, 'api']);
  if (field.unique !== true && field.asked !== true)
    checker.expect(checkText('check.form.uniqueOrAskedField'), field.key, here);
}

function checkOptions(
  override: FormFieldOverride,
  field: EntityField,
  environment: Environment,
  checker: Checker,
  at: At,
): void {
  if (override.options === undefined) return;
  const target = field.ref === undefined ? undefined : checker.documents.entities.get(field.ref);
  if (target === undefined) {
    checker.expect(checkText('check.form.fieldThatRefersToOneEntity'), field.type, [...at, 'options']);
    return;
  }
  for (const [path, source] of Object.entries(override.options)) {
    const place = [...at, 'options', path];
    const compared = checker.path(target, path, place);
    if (compared !== undefined) checker.expression(source, 'option', { ...environment, field: compared }, place);
  }
}

/** The page named for making what is chosen from must have a form for it. */
function checkCreate({ create }: FormFieldOverride, field: EntityField, checker: Checker, at: At): void {
  if (create === undefined) return;
  const here = [...at, 'create'];
  const target = field.ref === undefined ? undefined : checker.documents.entities.get(field.ref);
  if (target === undefined) {
    checker.expect(checkText('check.form.fieldThatRefersToOneEntity'), field.type, here);
    return;
  }
  if (create === false || !checker.page(create, here)) return;
  const page = checker.documents.pages.get(create);
  if (page !== undefined && createFormOf(page, target) === undefined)
    checker.expect(checkText('check.form.pageWithFormThatCreates', { target }), create, here);
}
