import { type FieldMask, maskKinds } from '../../../documents/masks.ts';
import type { EntityField } from '../../../generated/documents.ts';
import { documentText } from '../../../texts/document-text.ts';
import type { At, Checker } from '../../checker/checker.ts';

/** A field's own masking policy is a value of mask_kind that is no kind of mask, and lies on masks of one kind alone. */
export function checkMaskPolicy({ mask, maskPolicy }: EntityField, checker: Checker, at: At): void {
  if (maskPolicy === undefined) return;
  const place = [...at, 'maskPolicy'];
  if (mask === undefined) {
    checker.expect(documentText('check.maskPolicy.maskPolicyBesideMask'), maskPolicy, place);
    return;
  }
  if (!checker.name('value', maskPolicy, ownPolicies(checker), place, 'mask_kind')) return;
  const kind = kindOfPolicy(maskPolicy, checker);
  if (kind !== mask) checker.expect(documentText('check.maskPolicy.fieldsOfMaskEverywhere', { kind }), mask, place);
}

/** The kind of mask that goes by a policy: the one itself, or that of the fields whose own policy it is. */
export function kindOfPolicy(policy: string, { documents }: Pick<Checker, 'documents'>): FieldMask['mask'] | undefined {
  const kind = maskKinds.find((one) => one === policy);
  if (kind !== undefined) return kind;
  const fields = [...documents.entities.values()].flatMap((entity) => entity.fields);
  return fields.find((field) => field.maskPolicy === policy && field.mask !== undefined)?.mask;
}

function ownPolicies({ documents }: Checker): readonly string[] {
  const kinds: readonly string[] = maskKinds;
  const values = documents.dictionaries.get('mask_kind')?.values ?? [];
  return values.flatMap(({ key }) => (kinds.includes(key) ? [] : [key]));
}
