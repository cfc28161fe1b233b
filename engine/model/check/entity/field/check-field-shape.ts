import { isStored } from '../../../entity/entity-model.ts';
import { fitsShape } from '../../../fields/shape-value.ts';
import type { EntityField, ShapeField } from '../../../generated/documents.ts';
import { isForbiddenName } from '../../../naming/naming.ts';
import { documentText } from '../../../texts/document-text.ts';
import type { Message } from '../../../texts/message.ts';
import type { At, Checker } from '../../checker/checker.ts';

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
    checker.expect(documentText('check.fieldShape.shapeOnStoredJsonField'), field.type, at);
  for (const word of ['dictionary', 'conditions', 'mask'] as const)
    if (field[word] !== undefined) checker.expect(documentText('check.fieldShape.eitherShapeOr', { word }), word, at);
  if (shape.maxRows !== undefined && shape.list !== true)
    checker.expect(documentText('check.fieldShape.maxRowsOfList'), `${shape.maxRows}`, [...at, 'maxRows']);
  // A row of which nothing must be filled in says nothing.
  if ((shape.list === true || field.required === true) && !shape.fields.some(({ required }) => required === true))
    checker.expect(documentText('check.fieldShape.atLeastOneRequiredKey'), field.key, [...at, 'fields']);
  checker.uniqueKeys(shape.fields, [...at, 'fields']);
  const titles = new Set<string>();
  for (const [index, part] of shape.fields.entries()) {
    const here = [...at, 'fields', index];
    checkPart(part, checker, here);
    checkField(part, here);
    if (titles.has(part.title))
      checker.expect(
        documentText('check.fieldShape.titleOfItsOwn'),
        part.title,
        [...here, 'title'],
        'E_SCHEMA_DUPLICATE',
      );
    titles.add(part.title);
  }
}

function checkPart({ key, title, type }: ShapeField, checker: Checker, at: At): void {
  if (isForbiddenName(key)) checker.expect(documentText('check.fieldShape.ordinaryName'), key, [...at, 'key']);
  if (marks.test(title))
    checker.expect(documentText('check.fieldShape.titleWithoutColonsSemicolonsAndQuotes'), title, [...at, 'title']);
  if (!fitsShape(type)) checker.expect(unfit(type), type, [...at, 'type']);
}

/** Why a type stands in no shape. */
function unfit(type: ShapeField['type']): Message {
  if (type === 'mobile' || type === 'idcard' || type === 'email')
    return documentText('check.fieldShape.valuesInJsonAreNeitherEncrypted');
  if (type === 'ref' || type === 'refs') return documentText('check.fieldShape.referencesInJsonHaveNeitherForeign');
  return documentText('check.fieldShape.oneOfStringTextIntDecimal');
}
