import { resolvePath } from '../../entity/entity-model.ts';
import { isSummable } from '../../entity/grouping.ts';
import { isComparable } from '../../fields/checks/comparable.ts';
import { isTime } from '../../fields/type-groups.ts';
import type { CardCondition, EntityDocument, EntityField, ListColumn } from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import { fieldOperators, isRelativePeriod, relativePeriods } from '../../wire/wire.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Checks columns: their field, the page they open, their colour and widget. */
export function checkColumns(columns: readonly ListColumn[], entity: EntityDocument, checker: Checker, at: At): void {
  checker.uniqueKeys(columns, at);
  for (const [index, column] of columns.entries()) {
    checker.path(entity, column.field, [...at, index, 'field']);
    if (column.link !== undefined) checker.page(column.link, [...at, index, 'link']);
    if (column.tone !== undefined) checker.expression(column.tone, 'tone', { entity }, [...at, index, 'tone']);
    if (column.widget !== undefined) checker.widget(column.widget, column.props, 'cell', [...at, index]);
  }
}

/** Checks columns of a list that are summed in groups: numbers that nobody sees masked. */
export function checkTotals(columns: readonly ListColumn[], entity: EntityDocument, checker: Checker, at: At): void {
  for (const [index, column] of columns.entries()) {
    if (column.total !== true) continue;
    const field = resolvePath(checker.documents.entities, entity, column.field)?.field;
    if (field !== undefined && (!isSummable(field) || field.mask !== undefined))
      checker.expect(checkText('check.columns.numberFieldWithoutMask'), field.type, [...at, index, 'total']);
  }
}

/** Checks conditions on the fields of an entity: the operator fits the field, the value its dictionary. */
export function checkConditions(
  conditions: readonly CardCondition[] | undefined,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  checker.uniqueKeys(conditions, at);
  for (const [index, condition] of (conditions ?? []).entries()) {
    const field = checker.path(entity, condition.field, [...at, index, 'field']);
    if (field === undefined) continue;
    if (condition.than !== undefined) checkThan(condition, condition.than, entity, checker, [...at, index]);
    else checkValue(condition, field, checker, [...at, index]);
  }
}

/** A field is compared with a value that is given: of the field's kind, or a period of time. */
function checkValue(condition: CardCondition, field: EntityField, checker: Checker, at: At): void {
  const { op, value } = condition;
  if (op === 'within') checkPeriod(value, field, checker, at);
  if (op === 'eq' || op === 'ne' || op === 'in') checker.values(field, value, [...at, 'value']);
  if (op === 'isNull' || op === 'notNull') return;
  checkUnmasked(field, condition, checker, [...at, 'op']);
  if (value === undefined) checker.expect(checkText('check.columns.valueFor', { op }), '—', at);
}

function checkPeriod(value: unknown, field: EntityField, checker: Checker, at: At): void {
  if (!isTime(field)) checker.expect(checkText('check.columns.dateOrTimeField'), field.type, [...at, 'op']);
  if (value !== undefined && !isRelativePeriod(value))
    checker.name('period', String(value), relativePeriods, [...at, 'value']);
}

/** Two fields of a row are compared: fields that can be, by an operator that compares, and no value beside. */
function checkThan(
  { field: path, op, value }: CardCondition,
  than: string,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const field = checker.path(entity, path, [...at, 'field']);
  const other = checker.path(entity, than, [...at, 'than']);
  if (field === undefined || other === undefined) return;
  if (value !== undefined) checker.expect(checkText('check.columns.eitherValueOrThan'), than, [...at, 'value']);
  if (!fieldOperators.includes(op))
    checker.expect(checkText('check.columns.oneOf', { fieldOperators }), op, [...at, 'op']);
  else if (!isComparable(field, other, op))
    checker.expect(checkText('check.columns.twoFieldsOfOneKindThat'), `${path}, ${than}`, [...at, 'than']);
}

/** A value of a masked field would stand in the document in clear, and be looked up whenever the page opens. */
function checkUnmasked({ mask }: EntityField, { op }: CardCondition, checker: Checker, at: At): void {
  if (mask === undefined) return;
  checker.expect(checkText('check.columns.isNullOrNotNullForMaskedField'), op, at);
}
