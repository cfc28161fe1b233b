import { isStored } from '../../../entity/entity-model.ts';
import type { EntityField } from '../../../generated/documents.ts';
import type { At, Checker } from '../../checker/checker.ts';

/** Types whose values a condition names one by one. */
const namedTypes: ReadonlySet<string> = new Set(['enum', 'bool', 'ref', 'int', 'string']);

/** What a reference takes rows by is held to by the server, whoever writes: stored fields of those rows themselves. */
export function checkOffered(field: EntityField, checker: Checker, at: At): void {
  if (field.filter === undefined) return;
  const target = checker.documents.entities.get(field.ref ?? '');
  if ((field.type !== 'ref' && field.type !== 'refs') || target === undefined || !isStored(field)) {
    checker.expect(['引用一个实体的存储字段', 'a stored reference to one entity'], field.type, at);
    return;
  }
  const own = new Map(target.fields.map((each) => [each.key, each]));
  for (const [key, value] of Object.entries(field.filter)) {
    const place = [...at, key];
    if (!checker.name('field', key, own.keys(), place, [target.title, target.name])) continue;
    const compared = own.get(key);
    if (compared === undefined || !isNamed(compared))
      checker.expect(
        [
          '不遮盖的存储字段：enum、bool、ref、int、string',
          'a stored field without a mask: enum, bool, ref, int, string',
        ],
        compared?.type ?? key,
        place,
      );
    else checker.values(compared, value, place);
    if ([value].flat().some((item) => typeof item === 'string' && item.startsWith('@record.')))
      checker.expect(['一个值；这里没有所在的记录', 'a value: no record is about here'], String(value), place);
  }
}

function isNamed(field: EntityField): boolean {
  return namedTypes.has(field.type) && isStored(field) && field.mask === undefined && field.secret !== true;
}
