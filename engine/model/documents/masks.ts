import type { EntityField } from '../generated/documents.ts';
import type { DocumentSet } from './documents.ts';

/** How a masked value is shown. */
export type MaskKind = NonNullable<EntityField['mask']>;

/** Every kind of mask. */
export const maskKinds: readonly MaskKind[] = ['mobile', 'idcard', 'email', 'wechat', 'bankcard', 'address', 'text'];

/** The mask that lies on a field: how its values are masked, and the policy it goes by where that is not its kind's. */
export type FieldMask = { readonly mask: MaskKind; readonly maskPolicy?: string };

/** The policy that a masked field goes by: its own, or that of its kind. */
export function maskPolicyOf({ mask, maskPolicy }: FieldMask): string {
  return maskPolicy ?? mask;
}

/** The mask of a field; undefined where none lies on it. */
export function fieldMask({ mask, maskPolicy }: Pick<EntityField, 'mask' | 'maskPolicy'>): FieldMask | undefined {
  if (mask === undefined) return undefined;
  return maskPolicy === undefined ? { mask } : { mask, maskPolicy };
}

/** Every policy that can be told of masked fields: that of each kind, followed by those that fields of the kind name. */
export function maskPolicies({ entities }: Pick<DocumentSet, 'entities'>): readonly FieldMask[] {
  const own = [...entities.values()].flatMap(({ fields }) =>
    fields.flatMap((field): readonly [string, FieldMask][] => {
      const mask = fieldMask(field);
      return mask?.maskPolicy === undefined ? [] : [[mask.maskPolicy, mask]];
    }),
  );
  const named = [...new Map(own).values()];
  return maskKinds.flatMap((kind) => [{ mask: kind }, ...named.filter(({ mask }) => mask === kind)]);
}

/** What a role sees of masked fields. */
export type MaskMode = 'plain' | 'mask' | 'hidden';

const hide = (value: string, head: number, tail: number): string => {
  const letters = [...value];
  if (letters.length <= head + tail) return '*'.repeat(Math.max(letters.length, 3));
  return `${letters.slice(0, head).join('')}${'*'.repeat(letters.length - head - tail)}${tail === 0 ? '' : letters.slice(-tail).join('')}`;
};

/** The value as staff without clear sight get it: `138****5678`, first three and last four of an id card, … */
export function maskValue(kind: MaskKind, value: string): string {
  switch (kind) {
    case 'mobile':
      return hide(value, 3, 4);
    case 'idcard':
      return hide(value, 3, 4);
    case 'bankcard':
      return hide(value, 0, 4);
    case 'email': {
      const at = value.indexOf('@');
      return at < 0 ? hide(value, 1, 0) : `${hide(value.slice(0, at), 1, 0)}${value.slice(at)}`;
    }
    case 'wechat':
      return hide(value, 2, 1);
    case 'address':
      return hide(value, 6, 0);
    case 'text':
      return '*'.repeat(6);
  }
}
