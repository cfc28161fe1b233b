import { isStored } from '../../../entity/entity-model.ts';
import type { EntityField } from '../../../generated/documents.ts';
import { documentText } from '../../../texts/document-text.ts';
import type { At, Checker } from '../../checker/checker.ts';

/** Types whose values a condition names one by one. */
const namedTypes: ReadonlySet<string> = new Set(['enum', 'bool', 'ref', 'int', 'string']);

/** What a reference takes rows by is held to by the server, whoever writes: stored fields of those rows themselves. */
export function checkOffered(field: EntityField, checker: Checker, at: At): void {
  if (field.filter === undefined) return;
  const target = checker.documents.entities.get(field.ref ?? '');
  if ((field.type !== 'ref' && field.type !== 'refs') || target === undefined || !isStored(field)) {
    checker.expect(documentText('check.offered.storedReferenceToOneEntity'), field.type, at);
    return;
  }
  const own = new Map(target.fields.map((each) => [each.key, each]));
  for (const [key, value] of Object.entries(field.filter)) {
    const place = [...at, key];
    if (!checker.name('field', key, own.keys(), place, target)) continue;
    const compared = own.get(key);
    if (compared === undefined || !isNamed(compared))
      checker.expect(documentText('check.offered.storedFieldWithoutMaskEnumBool'), compared?.type ?? key, place);
    else checker.values(compared, value, place);
    if ([value].flat().some((item) => typeof item === 'string' && item.startsWith('@record.')))
      checker.expect(documentText('check.offered.valueNoRecordIsAboutHere'), String(value), place);
  }
}

function isNamed(field: EntityField): boolean {
  return namedTypes.has(field.type) && isStored(field) && field.mask === undefined && field.secret !== true;
}
