import { isStored, resolvePath } from '../../entity/entity-model.ts';
import type { EntityDocument, EntityField, FormDocument, FormFieldOverride } from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** What a shown field may say beside what it shows. */
const words: ReadonlySet<string> = new Set([
  'key',
  'formerKeys',
  'shown',
  'field',
  'title',
  'help',
  'span',
  'visibleWhen',
  'compute',
]);

/**
 * Checks a field that a form only shows: a path of the entity whose value no form writes, so that the server refuses it
 * from whomever it comes. What people may write elsewhere is no shown field, but a readonly one. Answers the field of the
 * entity itself that is worked out while the form is filled in, where it is.
 */
export function checkShown(
  override: FormFieldOverride,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): EntityField | undefined {
  const { key, field: path = key } = override;
  const place = override.field === undefined ? at : [...at, 'field'];
  const shown = checker.path(entity, path, place);
  const isRelated = (resolvePath(checker.documents.entities, entity, path)?.relations.length ?? 0) > 0;
  if (shown !== undefined && !isRelated && shown.readonly !== true && isStored(shown))
    checker.expect(checkText('check.shown.readonlyComputedOrRelatedFieldReadonly'), path, place);
  for (const word of Object.keys(override).filter((name) => !words.has(name)))
    checker.expect(checkText('check.shown.onlyFieldTitleHelpSpanVisibleWhen'), word, [...at, word]);
  if (override.compute === undefined) return undefined;
  // What is stored, or is another record's, does not follow what is typed.
  if (shown === undefined || isRelated || isStored(shown) || override.field !== undefined)
    checker.expect(checkText('check.shown.fieldEntityItselfWorksOut'), key, [...at, 'compute']);
  return shown;
}

/** What stands beside the other sections of a form is looked at there, and filled in nowhere. */
export function checkBeside({ sections }: FormDocument, checker: Checker, at: At): void {
  for (const [index, { beside, fields }] of sections.entries())
    for (const [position, item] of (beside === true ? fields : []).entries()) {
      const { key, shown } = typeof item === 'string' ? { key: item, shown: undefined } : item;
      if (shown !== true)
        checker.expect(checkText('check.shown.shownFieldsOnlyInWhatStands'), key, [
          ...at,
          'sections',
          index,
          'fields',
          position,
        ]);
    }
  // Where all stands beside, it stands beside nothing.
  if (sections.every(({ beside }) => beside === true))
    checker.expect(checkText('check.shown.sectionThatIsFilledIn'), 'beside', [...at, 'sections']);
}

/** Rows of a row are there with it: whether they are shown or open depends on nothing. */
export function refuseListWords(override: FormFieldOverride, checker: Checker, at: At): void {
  for (const word of ['visibleWhen', 'enabledWhen', 'requiredWhen', 'readonly', 'field', 'shown'] as const)
    if (override[word] !== undefined)
      checker.expect(checkText('check.shown.onlyTitleHelpRequiredRowsFields'), word, [...at, word]);
}

/** Words that belong to a shown field, or to child rows, stand on no other. */
export function refuseStrayWords(
  { key, field, rows, arrange }: FormFieldOverride,
  isRows: boolean,
  checker: Checker,
  at: At,
): void {
  if (field !== undefined) checker.expect(checkText('check.shown.fieldBesideShownOnly'), key, [...at, 'field']);
  if (rows !== undefined && !isRows)
    checker.expect(checkText('check.shown.rowsForChildRowsOnly'), key, [...at, 'rows']);
  if (arrange !== undefined && !isRows)
    checker.expect(checkText('check.shown.arrangeForChildRowsOnly'), key, [...at, 'arrange']);
}
