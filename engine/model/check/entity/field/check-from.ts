import { entityModel, isStored } from '../../../entity/entity-model.ts';
import type { EntityDocument, EntityField } from '../../../generated/documents.ts';
import { checkText } from '../../../texts/check-text.ts';
import { documentText } from '../../../texts/document-text.ts';
import type { At, Checker } from '../../checker/checker.ts';

const others = ['defaultValue', 'compute', 'rollup', 'sequence', 'mask', 'secret'] as const;

/** Checks where a field takes its value from: one reference away, a stored field of the same type that everybody may read. */
export function checkFrom(field: EntityField, entity: EntityDocument, checker: Checker, at: At): void {
  if (field.from === undefined) return;
  const here = [...at, 'from'];
  const [name = '', key = ''] = field.from.split('.');
  const single = new Map([...entityModel(entity).relations].filter(([, relation]) => !relation.many));
  if (!checker.name('relation', name, single.keys(), here, entity)) return;
  const relation = single.get(name);
  const target = checker.documents.entities.get(relation?.entity ?? '');
  if (relation === undefined || target === undefined) return;
  const { fields } = entityModel(target);
  if (!checker.name('field', key, fields.keys(), here, target)) return;
  const source = fields.get(key);
  if (source === undefined || !isStored(source) || source.mask !== undefined || source.secret === true)
    checker.expect(documentText('check.from.storedFieldWithoutMask'), field.from, here);
  else if (kindOf(source) !== kindOf(field))
    checker.expect(checkText('check.asIs', { word: kindOf(source) }), kindOf(field), [...at, 'type']);
  for (const other of others)
    if (field[other] !== undefined)
      checker.expect(documentText('check.from.noBesideFrom', { other }), other, [...at, other]);
  if (
    field.readonly === true &&
    field.required === true &&
    (relation.field.required !== true || source?.required !== true)
  )
    checker.expect(documentText('check.from.requiredReferenceAndSource'), field.from, [...at, 'required']);
}

/** The type with what tells values of one type apart. */
function kindOf({ type, dictionary, ref }: EntityField): string {
  return [type, dictionary ?? ref].filter((part) => part !== undefined).join(' ');
}
