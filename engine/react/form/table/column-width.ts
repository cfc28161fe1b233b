import type { FieldTypeName } from '../../../model/fields/index.ts';
import { fieldRenderers } from '../../fields/field-renderers.ts';

/** Widths of the columns of a form's tables in three steps, by what the type usually holds; what is wide takes the room that is left. */
export function widthOfType(type: FieldTypeName): 'narrow' | 'middle' | 'wide' {
  const { width } = fieldRenderers[type];
  if (type === 'string' || type === 'ref' || type === 'refs' || width >= 180) return 'wide';
  return width <= 110 && type !== 'enum' ? 'narrow' : 'middle';
}
