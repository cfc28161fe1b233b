import { type EntityModel, isStored, resolvePath } from '../../entity/entity-model.ts';
import type {
  ChildRows,
  EntityDocument,
  EntityField,
  FormFieldOverride,
  ListPage,
  RowPick,
} from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Child rows of a form, and the entity they are of. */
type Rows = { readonly override: FormFieldOverride; readonly rows: ChildRows; readonly child: EntityModel };

/**
 * Checks how rows are picked from a list: a list page of what their field refers to, which shows no row the server would
 * refuse; each picked once, by a unique index; values that fit.
 */
export function checkPick({ override, rows, child }: Rows, checker: Checker, at: At): void {
  const { pick } = override;
  if (pick === undefined) return;
  const here = [...at, 'pick'];
  if (override.rows === 'fixed') checker.expect(checkText('check.pick.rowsThatMayBeAdded'), override.key, here);
  const field = pickedField(pick, child, checker, here);
  if (field === undefined) return;
  checkCell(pick, override, checker, here);
  checkOnce(pick, rows, child.document, checker, here);
  checkPage(pick, field, checker, here);
  const target = checker.documents.entities.get(field.ref ?? '');
  if (target !== undefined) checkValues(pick, override, child, target, checker, here);
}

/** Words that choose what is picked stand with child rows only. */
export function refusePick({ pick, key }: FormFieldOverride, checker: Checker, at: At): void {
  if (pick !== undefined) checker.expect(checkText('check.pick.pickForChildRowsOnly'), key, [...at, 'pick']);
}

function pickedField(pick: RowPick, child: EntityModel, checker: Checker, at: At): EntityField | undefined {
  const place = [...at, 'field'];
  const { title, name } = child.document;
  if (!checker.name('field', pick.field, child.fields.keys(), place, { title, name })) return undefined;
  const field = child.fields.get(pick.field);
  if (field?.type === 'ref' && field.ref !== undefined && field.readonly !== true && isStored(field)) return field;
  checker.expect(checkText('check.pick.refToOneEntityThatIs'), field?.type ?? '', place);
  return undefined;
}

/** The field stands among those of each row, where what was picked is shown. */
function checkCell({ field }: RowPick, override: FormFieldOverride, checker: Checker, at: At): void {
  const cell = cellsOf(override).find(({ key }) => key === field);
  if (cell === undefined) {
    checker.expect(checkText('check.pick.oneOfFields'), field, [...at, 'field']);
    return;
  }
  const index = (override.fields ?? []).findIndex((item) => (typeof item === 'string' ? item : item.key) === field);
  for (const word of ['readonly', 'widget', 'compute', 'defaultValue', 'input', 'create'] as const)
    if (cell[word] !== undefined)
      checker.expect(checkText('check.pick.nothingOfKindOnWhatIs'), word, [...at.slice(0, -1), 'fields', index, word]);
}

function cellsOf({ fields = [] }: FormFieldOverride): readonly FormFieldOverride[] {
  return fields.map((item) => (typeof item === 'string' ? { key: item } : item));
}

/** What is picked once is so whoever writes it: by a unique index. */
function checkOnce({ field }: RowPick, { by }: ChildRows, child: EntityDocument, checker: Checker, at: At): void {
  const isOnce = (child.indexes ?? []).some(
    ({ unique, where, fields }) =>
      unique === true && where === undefined && fields.length === 2 && fields.includes(by) && fields.includes(field),
  );
  if (!isOnce)
    checker.expect(checkText('check.pick.uniqueIndexOfNothingIsPicked', { child, by, field }), child.name, [
      ...at,
      'field',
    ]);
}

function checkPage({ page: name }: RowPick, field: EntityField, checker: Checker, at: At): void {
  const place = [...at, 'page'];
  if (!checker.page(name, place)) return;
  const page = checker.documents.pages.get(name);
  if (page === undefined) return;
  if (page.kind !== 'list' || page.entity !== field.ref) {
    checker.expect(checkText('check.pick.listPageOf', { ref: field.ref }), name, place);
    return;
  }
  if (page.scope !== 'all') checker.expect(checkText('check.pick.listOfScopeAllOwnScope'), page.scope, place);
  checkFixed(page, field, checker, place);
}

/** What a list leaves out for good the field does not take either: only then is it a rule. */
function checkFixed({ filter, filterWhen }: ListPage, field: EntityField, checker: Checker, place: At): void {
  for (const [path, value] of Object.entries(filter ?? {})) {
    if (JSON.stringify(field.filter?.[path]) === JSON.stringify(value)) continue;
    checker.expect(
      checkText('check.pick.inFilterOfAsWell', { field: field.key, path, value: JSON.stringify(value) }),
      JSON.stringify(field.filter?.[path] ?? null),
      place,
    );
  }
  if (filterWhen !== undefined) checker.expect(checkText('check.pick.listWithoutFilterWhen'), filterWhen, place);
}

function checkValues(
  { values, field: picked }: RowPick,
  override: FormFieldOverride,
  child: EntityModel,
  target: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const cells = cellsOf(override).filter(
    ({ key, shown, readonly, compute }) =>
      key !== picked && shown !== true && readonly !== true && compute === undefined,
  );
  const writable = cells.flatMap(({ key }) => {
    const field = child.fields.get(key);
    return field === undefined || field.readonly === true || !isStored(field) ? [] : [key];
  });
  for (const [key, path] of Object.entries(values ?? {})) {
    const place = [...at, 'values', key];
    const isKnown = checker.name('writableField', key, writable, place, checkText('check.pick.fields'));
    const source = checker.path(target, path, place);
    const field = child.fields.get(key);
    if (!isKnown || source === undefined || field === undefined) continue;
    if (!isFitting(source, field) || resolvePath(checker.documents.entities, target, path)?.field.mask !== undefined)
      checker.expect(checkText('check.pick.withoutMask', { type: typeText(field) }), typeText(source), place);
  }
}

function isFitting(source: EntityField, field: EntityField): boolean {
  const isText = source.type === 'string' && field.type === 'text';
  return isText || (source.type === field.type && source.dictionary === field.dictionary && source.ref === field.ref);
}

function typeText({ type, dictionary, ref }: EntityField): string {
  const of = dictionary ?? ref;
  return of === undefined ? type : `${type}(${of})`;
}
