import { memoizeByIdentity } from '../../cache/cache.ts';
import type { DesignTitles } from '../../design/design-titles.ts';
import { entityAt, type Step, stepsTo } from '../../design/place.ts';
import { entityModel, resolvePath } from '../../entity/entity-model.ts';
import type { ExpressionUse } from '../../expression/expression-use.ts';
import { type ExpressionLocation, expressionUses } from '../../expression/expression-use.ts';
import type { TypeEnvironment } from '../../expression/types/type-environment.ts';
import type { EntityDocument, EntityField, FormFieldOverride } from '../../generated/documents.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { shownByKey } from '../../view/form/shown-field.ts';
import { checkShape } from '../source/check-shape.ts';
import { fillable } from './check-form.ts';
import { rowFormOwners } from './check-form-uses.ts';

/** What an expression may read where it stands, and what it has to answer: as the checker takes it. */
export type ExpressionScope = { readonly use: ExpressionUse; readonly environment: TypeEnvironment };

/** The scope of the expression at a key path of a page; undefined where no expression stands. */
export function expressionScopeAt(
  document: JsonObject,
  at: readonly string[],
  titles: DesignTitles,
): ExpressionScope | undefined {
  const steps = stepsTo(document, at);
  const last = steps.at(-1);
  // What a picked row hands on are paths.
  const isPicked = steps.at(-3)?.name === 'pick';
  const place = last === undefined || isPicked ? undefined : placeOf(last);
  if (last === undefined || place === undefined) return undefined;
  const entity = entityAt(document, recordSteps(steps), titles);
  const inForm = place === 'formWhen' || place === 'formValue' || place === 'option';
  const form = inForm ? formAt(document, steps, titles) : undefined;
  const field = fieldFor(last, steps, entity, form, titles);
  const { entities, dictionaries } = titles;
  const owner = inForm ? ownerOf(document, steps, titles) : entity;
  const environment = {
    entities,
    dictionaries,
    record: owner,
    field,
    form: form?.form,
    formOf: form?.of,
    row: form?.row,
  };
  return { use: expressionUses[place], environment };
}

/** The steps to what `record` is: the buttons above the rows of a tab are about the record of the page. */
function recordSteps(steps: readonly Step[]): readonly Step[] {
  const above = steps.some(
    ({ name, within, holds }) => name === 'toolbar' && within === 'tabs' && holds === 'property',
  );
  return above ? [] : steps.slice(0, -1);
}

const ofFields: Readonly<Record<string, ExpressionLocation>> = {
  visibleWhen: 'formWhen',
  enabledWhen: 'formWhen',
  requiredWhen: 'formWhen',
  defaultValue: 'formValue',
  compute: 'formValue',
};
const ofOthers: Readonly<Record<string, ExpressionLocation>> = {
  visibleWhen: 'visibleWhen',
  enabledWhen: 'enabledWhen',
  tone: 'tone',
  dim: 'visibleWhen',
  filterWhen: 'scope',
};
const ofEntries: Readonly<Record<string, ExpressionLocation>> = {
  values: 'value',
  filters: 'value',
  tones: 'tone',
  options: 'option',
};
const formPlaces = new Set(['fields', 'sections']);

/** What kind of expression stands there. A source of an activity has a tone of its own, which is none. */
function placeOf({ name, within, holds }: Step): ExpressionLocation | undefined {
  if (holds === 'entry') return own(ofEntries, within);
  if (holds === 'item') return undefined;
  if (within === 'filters' && name === 'defaultValue') return 'filterDefault';
  if (within === 'rules' && name === 'when') return 'formWhen';
  if (within === 'sources') return undefined;
  return own(formPlaces.has(within) ? ofFields : ofOthers, name);
}

function own(places: Readonly<Record<string, ExpressionLocation>>, name: string): ExpressionLocation | undefined {
  return Object.hasOwn(places, name) ? places[name] : undefined;
}

type Fields = ReadonlyMap<string, EntityField>;
type FormScope = { readonly of: EntityDocument; readonly form: Fields; readonly row: Fields | undefined };

/** The fields of the form around, and of the row of it. */
function formAt(document: JsonObject, steps: readonly Step[], titles: DesignTitles): FormScope | undefined {
  const named = steps.findIndex(({ within, holds }) => within === 'forms' && holds === 'entry');
  // The form of a form page has no name.
  const found = named < 0 && steps[0]?.name === 'form' ? 0 : named;
  const form = steps[found]?.value;
  const of = entityAt(document, steps.slice(0, found + 1), titles);
  if (!isJsonObject(form) || of === undefined) return undefined;
  const items = itemsOf(form.sections).flatMap(({ fields }) => overrides(fields));
  const around = steps.slice(found + 1).filter(({ within, holds }) => within === 'fields' && holds === 'item');
  const rows = around.length > 1 ? around.at(-2) : undefined;
  const child = rows === undefined ? undefined : entityAt(document, steps.slice(0, steps.indexOf(rows) + 1), titles);
  const cells = isJsonObject(rows?.value) ? overrides(rows.value.fields) : [];
  return { of, form: read(of, items, titles), row: child && read(child, cells, titles) };
}

function read(
  entity: EntityDocument,
  items: readonly (string | FormFieldOverride)[],
  { entities }: DesignTitles,
): Fields {
  return new Map([...fillable(entity), ...shownByKey(items, entity, entities)]);
}

function itemsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function overrides(value: unknown): readonly (string | FormFieldOverride)[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((item): readonly (string | FormFieldOverride)[] => {
    if (typeof item === 'string') return [item];
    if (!isJsonObject(item) || typeof item.key !== 'string') return [];
    const { key, shown, field } = item;
    return [{ key, ...(shown === true ? { shown } : {}), ...(typeof field === 'string' ? { field } : {}) }];
  });
}

/** Whose record a form is about: the page's, or that of the rows whose buttons open it. */
function ownerOf(document: JsonObject, steps: readonly Step[], titles: DesignTitles): EntityDocument | undefined {
  const name = steps.find(({ within, holds }) => within === 'forms' && holds === 'entry')?.name ?? '';
  const owner = formsOfRows(document).get(name);
  return owner === undefined ? entityAt(document, [], titles) : titles.entities.get(owner);
}

const formsOfRows = memoizeByIdentity((document: JsonObject): ReadonlyMap<string, string> => {
  const { document: page } = checkShape('page', document);
  return page?.kind === 'panorama' || page?.kind === 'detail' ? rowFormOwners(page) : new Map();
});

/** The field that a value goes to or is compared with. */
function fieldFor(
  last: Step,
  steps: readonly Step[],
  entity: EntityDocument | undefined,
  form: FormScope | undefined,
  titles: DesignTitles,
): EntityField | undefined {
  const { name, within, holder } = last;
  if (within === 'filters' && name === 'defaultValue' && typeof holder.field === 'string' && entity !== undefined)
    return resolvePath(titles.entities, entity, holder.field)?.field;
  const item = steps.findLast(({ within: list, holds }) => list === 'fields' && holds === 'item');
  const own = item === undefined ? undefined : (form?.row ?? form?.form)?.get(item.name);
  if (within !== 'options') return within === 'fields' ? own : undefined;
  const target = own?.ref === undefined ? undefined : titles.entities.get(own.ref);
  return target && (resolvePath(titles.entities, target, name)?.field ?? entityModel(target).fields.get(name));
}
