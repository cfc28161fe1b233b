import { maskValue } from '../../../engine/model/documents/index.ts';
import { type EntityModel, resolvePath } from '../../../engine/model/entity/index.ts';
import { normaliseMobile } from '../../../engine/model/fields/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';

/** A filter for the log: what it asks of masked fields is masked there too, and so is a number somebody looked for. */
export function loggableFilter(where: unknown, entity: EntityModel, context: Pick<CallContext, 'documents'>): unknown {
  if (Array.isArray(where)) return where.map((part: unknown) => loggableFilter(part, entity, context));
  if (typeof where !== 'object' || where === null) return where;
  const node: Readonly<Record<string, unknown>> = { ...where };
  if (typeof node.search === 'string') return { search: loggableKeyword(node.search) };
  if (typeof node.field === 'string') {
    const mask = resolvePath(context.documents.entities, entity.document, node.field)?.field.mask;
    const isMasked = mask !== undefined && typeof node.value === 'string';
    return isMasked ? { ...node, value: maskValue(mask, String(node.value)) } : node;
  }
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, loggableFilter(part, entity, context)]));
}

function loggableKeyword(keyword: string): string {
  const mobile = normaliseMobile(keyword);
  return mobile === undefined ? keyword.replace(/\d(?=\d{4})/g, '*') : maskValue('mobile', mobile);
}
