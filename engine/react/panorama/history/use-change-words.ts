import type { EntityField } from '../../../model/documents/index.ts';
import type { FieldChange } from '../../../model/wire/index.ts';
import { fieldText } from '../../fields/field-renderers.ts';
import { emptyText } from '../../fields/renderer/field-renderer.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';

type Words = (change: FieldChange, field: EntityField | undefined, side: 'before' | 'after') => string | undefined;

/** What a field was before a change, or after it, in words; undefined where there was nothing. */
export function useChangeWords(): Words {
  const { context } = usePageRuntime();
  return (change, field, side) => {
    const told = side === 'before' ? change.beforeText : change.afterText;
    if (told !== undefined) return told === '' ? undefined : told;
    const { key, title, type } = change;
    const text = fieldText(field ?? { key, title, type }, key, { id: '', [key]: change[side] }, context);
    return text === emptyText ? undefined : text;
  };
}
