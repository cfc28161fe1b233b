import { type DeclaredOperation, permissionsOf } from '../../access/operations.ts';
import { entityModel } from '../../entity/entity-model.ts';
import type { EntityDocument, FormDocument, PageAction } from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import type { WidgetSlot } from '../../widget/widget-contract.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkPrintAction } from './check-print-action.ts';
import { checkSteps } from './check-steps.ts';

type Forms = Readonly<Record<string, FormDocument>> | undefined;

/** Checks buttons: what they call and its permission key, what they open, when they show. */
export function checkActions(
  actions: readonly PageAction[] | undefined,
  forms: Forms,
  entity: EntityDocument,
  checker: Checker,
  at: At,
  slot: WidgetSlot,
): void {
  checker.uniqueKeys(actions, at);
  for (const [index, action] of (actions ?? []).entries()) {
    const here = [...at, index];
    if (action.api !== undefined) checker.operation(action.api, action.permission, here);
    else checker.name('permission', action.permission, checker.permissions, [...here, 'permission']);
    if ((action.api ?? action.link ?? action.widget ?? action.after) === undefined)
      checker.expect(checkText('check.actions.apiLinkWidgetOrAfter'), '—', here);
    checkOpenedForm(action, forms, checker, [...here, 'form']);
    if (action.link !== undefined) checker.page(action.link, [...here, 'link']);
    if (action.successPage !== undefined) checker.page(action.successPage, [...here, 'successPage']);
    if (action.widget !== undefined) checker.widget(action.widget, action.props, slot, here);
    for (const name of ['visibleWhen', 'enabledWhen'] as const) {
      const source = action[name];
      if (source !== undefined) checker.expression(source, name, { entity }, [...here, name]);
    }
    checkValues(action.values, entity, checker, [...here, 'values']);
    checkGiven(action, checker, [...here, 'values']);
    if (action.pair !== undefined) checkPair(action.pair, action, entity, checker, here);
    if (action.change !== undefined) checkChange(action, forms, entity, checker, [...here, 'change']);
    checkSteps(action, entity, checker, [...here, 'after']);
    checkPrintAction(action, entity, checker, here);
  }
}

/** The form of a button: one of the page, sent to an operation. */
function checkOpenedForm({ form, api }: PageAction, forms: Forms, checker: Checker, at: At): void {
  if (form === undefined) return;
  if (api === undefined) checker.expect(checkText('check.actions.apiFormIsSentTo'), '—', at);
  checker.name('form', form, Object.keys(forms ?? {}), at);
}

/** What a page starts with that a button opens is of its form, which makes a record: a text or a reference. */
function checkGiven({ link, values = {} }: PageAction, checker: Checker, at: At): void {
  const page = link === undefined ? undefined : checker.documents.pages.get(link);
  if (page === undefined) return;
  const items = page.kind === 'form' ? page.form.sections.flatMap(({ fields }) => fields) : [];
  const keys = items.map((item) => (typeof item === 'string' ? item : item.key));
  for (const key of Object.keys(values)) checker.name('writableField', key, keys, [...at, key], page);
}

/** Checks what takes the other of two selected records: a button over a selection, an input that refers to the entity. */
function checkPair(pair: string, { api = '' }: PageAction, entity: EntityDocument, checker: Checker, here: At): void {
  const operation = checker.operations.get(api);
  const inputs = operation?.kind === 'action' ? operation.input : [];
  const takesIt = inputs.some(({ key, ref }) => key === pair && ref === entity.name);
  if (here[0] !== 'bulk' || !takesIt)
    checker.expect(checkText('check.actions.bulkActionInputThatRefersTo', { entity }), pair, [...here, 'pair']);
}

/** Checks what puts records into lists or takes them out: it edits a selection, by a form of several references alone. */
function checkChange(
  { api = '', form = '', change = 'add' }: PageAction,
  forms: Forms,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  if (at[0] !== 'bulk' || checker.operations.get(api)?.kind !== 'modify')
    checker.expect(checkText('check.actions.bulkActionThatEdits', { entity }), change, at, 'E_SCHEMA_CONFLICT');
  const { fields } = entityModel(entity);
  const items = (forms?.[form]?.sections ?? []).flatMap((section) => section.fields);
  const keys = items.map((item) => (typeof item === 'string' ? item : item.key));
  const others = keys.filter((key) => fields.get(key)?.type !== 'refs');
  if (keys.length === 0 || others.length > 0)
    checker.expect(checkText('check.actions.formOfRefsFieldsAlone'), others[0] ?? '—', at, 'E_SCHEMA_CONFLICT');
}

/** Checks values sent along with a form: expressions over the record the action stands on. */
export function checkValues(
  values: Readonly<Record<string, string>> | undefined,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  for (const [key, source] of Object.entries(values ?? {}))
    checker.expression(source, 'value', { entity }, [...at, key]);
}

/** Checks the operation a form is sent to: it takes a form, and belongs to the entity the form is about. */
export function checkSubmit(
  api: string,
  permission: string,
  entity: EntityDocument,
  checker: Checker,
  at: At,
  apiAt: At = [...at, 'api'],
): DeclaredOperation | undefined {
  if (!checker.name('operation', api, checker.operations.keys(), apiAt)) return undefined;
  const operation = checker.operations.get(api);
  if (operation === undefined) return undefined;
  if (!permissionsOf(operation).includes(permission))
    checker.add({ code: 'E_SCHEMA_PERMISSION', expected: permissionsOf(operation).join(' / '), got: permission }, [
      ...at,
      'permission',
    ]);
  const isForm = ['create', 'modify', 'transition', 'action'].includes(operation.kind);
  if (!isForm || operation.kind === 'dataset')
    checker.expect(checkText('check.actions.operationThatTakesForm'), api, apiAt);
  else if (operation.entity !== entity.name && !refersTo(checker.documents.entities.get(operation.entity), entity))
    checker.expect(checkText('check.actions.operationOf', { entity }), api, apiAt);
  return operation;
}

function refersTo(from: EntityDocument | undefined, entity: EntityDocument): boolean {
  if (from === undefined) return false;
  return [...entityModel(from).fields.values()].some(
    (field) => field.ref === entity.name || Object.values(field.refBy?.entities ?? {}).includes(entity.name),
  );
}
