import { entityModel, isStored } from '../../entity/entity-model.ts';
import { printItem } from '../../entity/prints.ts';
import { fileTypeOf, isNumber, isTime, kindOfValue } from '../../fields/type-groups.ts';
import type { EntityDocument, EntityField, EntityPrint, PrintField, PrintSection } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkPermission } from './check-inputs.ts';

const kinds = ['fields', 'text', 'words', 'code', 'picture'] as const;

/** Checks the prints of an entity: who may print, which records, and what stands on the paper. */
export function checkPrints(entity: EntityDocument, checker: Checker): void {
  checker.uniqueKeys(entity.prints, ['prints']);
  for (const [index, print] of (entity.prints ?? []).entries()) checkPrint(print, entity, checker, ['prints', index]);
}

function checkPrint(print: EntityPrint, entity: EntityDocument, checker: Checker, at: At): void {
  checkPermission(print.permission, entity, checker, [...at, 'permission']);
  if (print.guard !== undefined) checker.expression(print.guard, 'printWhen', { entity }, [...at, 'guard']);
  if ((print.guard === undefined) !== (print.guardMessage === undefined))
    checker.expect(documentText('check.prints.guardAndGuardMessageTogether'), print.key, at);
  checker.uniqueKeys(print.sections, [...at, 'sections']);
  for (const [index, section] of print.sections.entries())
    checkSection(section, entity, checker, [...at, 'sections', index]);
}

function checkSection(section: PrintSection, entity: EntityDocument, checker: Checker, at: At): void {
  const written = kinds.filter((kind) => section[kind] !== undefined);
  if (written.length !== 1)
    checker.expect(documentText('check.prints.oneOf', { kinds }), written.join('、') || '—', at);
  const { when, code, rows, list, fields, text, picture } = section;
  if (when !== undefined) checker.expression(when, 'printWhen', { entity }, [...at, 'when']);
  if (code !== undefined)
    checker.expression(code, 'printed', { entity, field: { key: 'code', type: 'string' } }, [...at, 'code']);
  refuseStray(section, checker, at);
  if (rows !== undefined) checkTable(section, entity, checker, at);
  else if (list !== undefined) checkList(section, entity, checker, at);
  else if (fields !== undefined) checkItems(fields, entity, checker, [...at, 'fields']);
  if (text !== undefined) checkPrintedText(text, section, entity, checker, at);
  if (picture !== undefined) checkPicture(picture, entity, checker, [...at, 'picture']);
}

/** Words that say something of another one, which must be there. */
const companions = { rows: 'fields', list: 'fields', columns: 'fields', sums: 'rows', variables: 'text' } as const;

function refuseStray(section: PrintSection, checker: Checker, at: At): void {
  for (const [word, of] of Object.entries(companions) as [keyof typeof companions, keyof PrintSection][])
    if (section[word] !== undefined && section[of] === undefined)
      checker.expect(documentText('check.prints.beside', { of, word }), word, [...at, word]);
  if (section.rows !== undefined && section.list !== undefined)
    checker.expect(documentText('check.prints.rowsOrList'), 'list', [...at, 'list']);
  if (section.columns !== undefined && (section.rows ?? section.list) !== undefined)
    checker.expect(documentText('check.prints.columnsWithoutRowsOrList'), 'columns', [...at, 'columns']);
}

/** Facts, or what stands in the place of variables: paths of the entity, or what is worked out from its record. */
function checkItems(items: readonly (string | PrintField)[], entity: EntityDocument, checker: Checker, at: At): void {
  checkOnce(items, checker, at);
  for (const [index, item] of items.entries()) checkItem(item, entity, checker, [...at, index]);
}

function checkOnce(items: readonly (string | PrintField)[], checker: Checker, at: At): void {
  const keys = items.map((item) => printItem(item).key);
  for (const [index, key] of keys.entries())
    if (keys.indexOf(key) !== index)
      checker.expect(documentText('check.prints.noItemTwice'), key, [...at, index], 'E_SCHEMA_DUPLICATE');
}

function checkItem(item: string | PrintField, entity: EntityDocument, checker: Checker, at: At): void {
  const { key, path, value, type, field, title } = printItem(item);
  const here = typeof item === 'string' || value !== undefined ? at : [...at, field === undefined ? 'key' : 'field'];
  if (value === undefined) {
    if (type !== undefined) checker.expect(documentText('check.prints.typeBesideValue'), type, [...at, 'type']);
    checkFact(checker.path(entity, path, here), path, checker, here);
    return;
  }
  if (field !== undefined) checker.expect(documentText('check.prints.fieldOrValue'), field, [...at, 'field']);
  if (title === undefined) checker.expect(documentText('check.prints.titleBesideValue'), key, at);
  checker.expression(value, 'printed', { entity, field: { key, type: type ?? 'string' } }, [...at, 'value']);
}

/** What is written in a line: no formatted text, no file, no structure. */
function checkFact(field: EntityField | undefined, path: string, checker: Checker, at: At): void {
  if (field === undefined) return;
  if (field.type === 'html') checker.expect(documentText('check.prints.fieldOfOneLineFormattedText'), path, at);
  else if (fileTypeOf(field.type) !== undefined)
    checker.expect(documentText('check.prints.fieldOfWordsPicturesInPicture'), path, at);
  else if (kindOfValue(field) === 'json' && field.dictionary === undefined)
    checker.expect(documentText('check.prints.fieldThatIsWrittenAsWords'), path, at);
}

function checkTable(section: PrintSection, entity: EntityDocument, checker: Checker, at: At): void {
  const { rows = '', fields = [] } = section;
  const { children } = entityModel(entity);
  if (!checker.name('child', rows, children.keys(), [...at, 'rows'], entity)) return;
  const child = checker.documents.entities.get(children.get(rows)?.entity ?? '');
  if (child === undefined) return;
  checkOnce(fields, checker, [...at, 'fields']);
  for (const [index, item] of fields.entries()) checkColumn(item, child, checker, [...at, 'fields', index]);
  checkSums(section, child, checker, [...at, 'sums']);
}

/** Rows of another entity that refer to the record. */
function checkList({ list, fields = [] }: PrintSection, entity: EntityDocument, checker: Checker, at: At): void {
  const here = [...at, 'list'];
  const listed = list === undefined ? undefined : checker.entity(list.entity, [...here, 'entity']);
  if (list === undefined || listed === undefined) return;
  const by = entityModel(listed).fields.get(list.by);
  if (by?.type !== 'ref' || by.ref !== entity.name || !isStored(by))
    checker.expect(documentText('check.prints.referenceTo', { entity }), list.by, [...here, 'by']);
  checker.filter(listed, list.filter, [...here, 'filter']);
  if ((list.time === undefined) !== (list.within === undefined))
    checker.expect(documentText('check.prints.timeAndWithinTogether'), list.time ?? list.within ?? '', here);
  const time = list.time === undefined ? undefined : checker.path(listed, list.time, [...here, 'time']);
  if (time !== undefined && !isTime(time))
    checker.expect(documentText('check.prints.dateOrTimeField'), time.type, [...here, 'time']);
  checker.sort(listed, list.sort, [...here, 'sort']);
  checkOnce(fields, checker, [...at, 'fields']);
  for (const [index, item] of fields.entries()) checkColumn(item, listed, checker, [...at, 'fields', index]);
}

function checkColumn(item: string | PrintField, child: EntityDocument, checker: Checker, at: At): void {
  const { path, value, wide } = printItem(item);
  checkFact(checker.path(child, path, at), path, checker, at);
  const worked = documentText('check.prints.fieldOfRowWorkedOutOr');
  if (value !== undefined) checker.expect(worked, value, [...at, 'value']);
  if (wide !== undefined) checker.expect(documentText('check.prints.wideOutsideOfTable'), 'wide', [...at, 'wide']);
}

/** What is added up are numbers that the rows themselves have. */
function checkSums(
  { rows = '', title = rows, fields = [], sums = [] }: PrintSection,
  child: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const columns = new Map(fields.map(printItem).map(({ key, path }) => [key, path]));
  for (const [index, key] of sums.entries()) {
    if (!checker.name('field', key, columns.keys(), [...at, index], { title, name: rows })) continue;
    const field = entityModel(child).fields.get(columns.get(key) ?? '');
    if (field === undefined || !isNumber(field) || field.mask !== undefined)
      checker.expect(documentText('check.prints.numberOfItself', { child }), key, [...at, index]);
  }
}

function checkPrintedText(
  path: string,
  { variables = [] }: PrintSection,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const field = checker.path(entity, path, [...at, 'text']);
  if (field === undefined) return;
  if (field.type !== 'html' && field.type !== 'text')
    checker.expect(documentText('check.prints.fieldOfTypeHtmlOrText'), path, [...at, 'text']);
  const declared = (field.variables ?? []).map(({ key }) => key);
  const here = [...at, 'variables'];
  checkItems(variables, entity, checker, here);
  for (const [index, { key }] of variables.entries())
    checker.name('value', key, declared, [...here, index, 'key'], { title: field.title, name: path });
  const missing = declared.filter((key) => !variables.some((one) => one.key === key));
  if (missing.length > 0)
    checker.expect(
      documentText('check.prints.whatEachVariableOfTextIs'),
      missing.join('、'),
      variables.length === 0 ? at : here,
    );
}

function checkPicture(path: string, entity: EntityDocument, checker: Checker, at: At): void {
  const field = checker.path(entity, path, at);
  if (field === undefined) return;
  if ((field.type !== 'image' && field.type !== 'images') || field.guarded === true)
    checker.expect(documentText('check.prints.fieldOfTypeImageOrImages'), path, at);
}
