import { isStored } from '../../../entity/entity-model.ts';
import { fitsShape } from '../../../fields/shape-value.ts';
import type { EntityField, ShapeField } from '../../../generated/documents.ts';
import { isForbiddenName } from '../../../naming/naming.ts';
import type { At, Checker } from '../../checker/checker.ts';
import type { Expectation } from '../../checker/terms.ts';

/** What a title of a key may not hold: a cell of a table writes `事项：背单词；学时：2`. */
const marks = /[：:；;"\n]/;

/** What stands in a json field: its keys are checked as fields of their own by `checkField`. */
export function checkFieldShape(
  field: EntityField,
  checker: Checker,
  at: At,
  checkField: (field: ShapeField, at: At) => void,
): void {
  const { shape } = field;
  if (shape === undefined) return;
  if (field.type !== 'json' || !isStored(field))
    checker.expect(['shape 用于存储的 json 字段', 'shape on a stored json field'], field.type, at);
  for (const word of ['dictionary', 'conditions', 'mask'] as const)
    if (field[word] !== undefined) checker.expect([`shape 与 ${word} 只写一个`, `either shape or ${word}`], word, at);
  if (shape.maxRows !== undefined && shape.list !== true)
    checker.expect(['maxRows 用于 list', 'maxRows of a list'], `${shape.maxRows}`, [...at, 'maxRows']);
  // A row of which nothing must be filled in says nothing.
  if ((shape.list === true || field.required === true) && !shape.fields.some(({ required }) => required === true))
    checker.expect(['至少一个必填的键', 'at least one required key'], field.key, [...at, 'fields']);
  checker.uniqueKeys(shape.fields, [...at, 'fields']);
  const titles = new Set<string>();
  for (const [index, part] of shape.fields.entries()) {
    const here = [...at, 'fields', index];
    checkPart(part, checker, here);
    checkField(part, here);
    if (titles.has(part.title))
      checker.expect(['不重复的名称', 'a title of its own'], part.title, [...here, 'title'], 'E_SCHEMA_DUPLICATE');
    titles.add(part.title);
  }
}

function checkPart({ key, title, type }: ShapeField, checker: Checker, at: At): void {
  if (isForbiddenName(key)) checker.expect(['普通名称', 'an ordinary name'], key, [...at, 'key']);
  if (marks.test(title))
    checker.expect(['不含冒号、分号、引号与换行的名称', 'a title without colons, semicolons and quotes'], title, [
      ...at,
      'title',
    ]);
  if (!fitsShape(type)) checker.expect(unfit(type), type, [...at, 'type']);
}

/** Why a type stands in no shape. */
function unfit(type: ShapeField['type']): Expectation {
  if (type === 'mobile' || type === 'idcard' || type === 'email')
    return [
      'json 里的值不加密、不遮盖：手机号、证件号、邮箱放在子行里',
      'values in json are neither encrypted nor masked: numbers and addresses of people stand in child rows',
    ];
  if (type === 'ref' || type === 'refs')
    return [
      'json 里的引用没有外键与数据范围：引用放在子行里',
      'references in json have neither foreign key nor scope: references stand in child rows',
    ];
  return [
    'string、text、int、decimal、money、bool、date、datetime、enum、url 之一',
    'one of string, text, int, decimal, money, bool, date, datetime, enum, url',
  ];
}
