import { entityModel, isStored } from '../../entity/entity-model.ts';
import { printItem } from '../../entity/prints.ts';
import { fileTypeOf, isNumber, isTime, kindOfValue } from '../../fields/type-groups.ts';
import type { EntityDocument, EntityField, EntityPrint, PrintField, PrintSection } from '../../generated/documents.ts';
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
    checker.expect(['guard 与 guardMessage 一起写', 'guard and guardMessage together'], print.key, at);
  checker.uniqueKeys(print.sections, [...at, 'sections']);
  for (const [index, section] of print.sections.entries())
    checkSection(section, entity, checker, [...at, 'sections', index]);
}

function checkSection(section: PrintSection, entity: EntityDocument, checker: Checker, at: At): void {
  const written = kinds.filter((kind) => section[kind] !== undefined);
  if (written.length !== 1)
    checker.expect([`${kinds.join('、')} 恰写一种`, `one of ${kinds.join(', ')}`], written.join('、') || '—', at);
  const { when, code, rows, list, fields, text, picture } = section;
  if (when !== undefined) checker.expression(when, 'printWhen', { entity }, [...at, 'when']);
  if (code !== undefined)
    checker.expression(code, 'printed', { entity, field: { key: 'code', type: 'string' } }, [...at, 'code']);
  refuseStray(section, checker, at);
  if (rows !== undefined) checkTable(section, entity, checker, at);
  else if (list !== undefined) checkList(section, entity, checker, at);
  else if (fields !== undefined) checkItems(fields, entity, checker, [...at, 'fields']);
  if (text !== undefined) checkText(text, section, entity, checker, at);
  if (picture !== undefined) checkPicture(picture, entity, checker, [...at, 'picture']);
}

/** Words that say something of another one, which must be there. */
const companions = { rows: 'fields', list: 'fields', columns: 'fields', sums: 'rows', variables: 'text' } as const;

function refuseStray(section: PrintSection, checker: Checker, at: At): void {
  for (const [word, of] of Object.entries(companions) as [keyof typeof companions, keyof PrintSection][])
    if (section[word] !== undefined && section[of] === undefined)
      checker.expect([`与 ${of} 一起写的 ${word}`, `${word} beside ${of}`], word, [...at, word]);
  if (section.rows !== undefined && section.list !== undefined)
    checker.expect(['rows 与 list 写一种', 'rows or a list'], 'list', [...at, 'list']);
  if (section.columns !== undefined && (section.rows ?? section.list) !== undefined)
    checker.expect(['没有 rows 与 list 的 columns', 'columns without rows or a list'], 'columns', [...at, 'columns']);
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
      checker.expect(['不重复', 'no item twice'], key, [...at, index], 'E_SCHEMA_DUPLICATE');
}

function checkItem(item: string | PrintField, entity: EntityDocument, checker: Checker, at: At): void {
  const { key, path, value, type, field, title } = printItem(item);
  const here = typeof item === 'string' || value !== undefined ? at : [...at, field === undefined ? 'key' : 'field'];
  if (value === undefined) {
    if (type !== undefined) checker.expect(['写了 value 才有 type', 'type beside value'], type, [...at, 'type']);
    checkFact(checker.path(entity, path, here), path, checker, here);
    return;
  }
  if (field !== undefined) checker.expect(['field 与 value 写一种', 'a field or a value'], field, [...at, 'field']);
  if (title === undefined) checker.expect(['写了 value 就写 title', 'a title beside value'], key, at);
  checker.expression(value, 'printed', { entity, field: { key, type: type ?? 'string' } }, [...at, 'value']);
}

/** What is written in a line: no formatted text, no file, no structure. */
function checkFact(field: EntityField | undefined, path: string, checker: Checker, at: At): void {
  if (field === undefined) return;
  if (field.type === 'html')
    checker.expect(['一行写得下的字段；富文本写在 text', 'a field of one line; formatted text in text'], path, at);
  else if (fileTypeOf(field.type) !== undefined)
    checker.expect(['文字的字段；图片写在 picture', 'a field of words; pictures in picture'], path, at);
  else if (kindOfValue(field) === 'json' && field.dictionary === undefined)
    checker.expect(['可以写成文字的字段', 'a field that is written as words'], path, at);
}

function checkTable(section: PrintSection, entity: EntityDocument, checker: Checker, at: At): void {
  const { rows = '', fields = [] } = section;
  const { children } = entityModel(entity);
  if (!checker.name('child', rows, children.keys(), [...at, 'rows'], [entity.title, entity.name])) return;
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
    checker.expect([`引用${entity.title}的字段`, `a reference to ${entity.name}`], list.by, [...here, 'by']);
  checker.filter(listed, list.filter, [...here, 'filter']);
  if ((list.time === undefined) !== (list.within === undefined))
    checker.expect(['time 与 within 一起写', 'time and within together'], list.time ?? list.within ?? '', here);
  const time = list.time === undefined ? undefined : checker.path(listed, list.time, [...here, 'time']);
  if (time !== undefined && !isTime(time))
    checker.expect(['日期或时间字段', 'a date or time field'], time.type, [...here, 'time']);
  checker.sort(listed, list.sort, [...here, 'sort']);
  checkOnce(fields, checker, [...at, 'fields']);
  for (const [index, item] of fields.entries()) checkColumn(item, listed, checker, [...at, 'fields', index]);
}

function checkColumn(item: string | PrintField, child: EntityDocument, checker: Checker, at: At): void {
  const { path, value, wide } = printItem(item);
  checkFact(checker.path(child, path, at), path, checker, at);
  const worked = ['那一行的字段；要计算的做成 compute 字段', 'a field of the row, worked out or not'] as const;
  if (value !== undefined) checker.expect(worked, value, [...at, 'value']);
  if (wide !== undefined) checker.expect(['表格之外的 wide', 'wide outside of a table'], 'wide', [...at, 'wide']);
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
    if (!checker.name('field', key, columns.keys(), [...at, index], [title, rows])) continue;
    const field = entityModel(child).fields.get(columns.get(key) ?? '');
    if (field === undefined || !isNumber(field) || field.mask !== undefined)
      checker.expect([`${child.title}自己的数字字段`, `a number of ${child.name} itself`], key, [...at, index]);
  }
}

function checkText(
  path: string,
  { variables = [] }: PrintSection,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const field = checker.path(entity, path, [...at, 'text']);
  if (field === undefined) return;
  if (field.type !== 'html' && field.type !== 'text')
    checker.expect(['html 或 text 字段', 'a field of type html or text'], path, [...at, 'text']);
  const declared = (field.variables ?? []).map(({ key }) => key);
  const here = [...at, 'variables'];
  checkItems(variables, entity, checker, here);
  for (const [index, { key }] of variables.entries())
    checker.name('value', key, declared, [...here, index, 'key'], [field.title, path]);
  const missing = declared.filter((key) => !variables.some((one) => one.key === key));
  if (missing.length > 0)
    checker.expect(
      ['正文的每个变量都写明印成什么', 'what each variable of the text is printed as'],
      missing.join('、'),
      variables.length === 0 ? at : here,
    );
}

function checkPicture(path: string, entity: EntityDocument, checker: Checker, at: At): void {
  const field = checker.path(entity, path, at);
  if (field === undefined) return;
  if ((field.type !== 'image' && field.type !== 'images') || field.guarded === true)
    checker.expect(['可以直接打开的 image 或 images 字段', 'a field of type image or images, not guarded'], path, at);
}
