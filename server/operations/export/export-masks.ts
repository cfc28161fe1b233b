import { isGranted } from '../../../engine/model/access/index.ts';
import { type FieldMask, fieldMask, type MaskMode } from '../../../engine/model/documents/index.ts';
import { type EntityModel, entityModel, resolvePath } from '../../../engine/model/entity/index.ts';
import { type Caller, maskModeOf } from '../../kernel/caller/caller.ts';
import { type CallContext, documentOf } from '../../kernel/operation/context.ts';
import type { ExportColumn } from './export-request.ts';

/**
 * How a masked column stands in a file: in clear only for who sees it so on the screen and may also export it so, else
 * masked; and hidden where it is hidden.
 */
export function exportedMode({ document }: EntityModel, mask: FieldMask, caller: Caller): MaskMode {
  const mode = maskModeOf(caller, mask);
  if (mode !== 'plain') return mode;
  return isGranted(caller.grants, `${document.name}:export_plain`) ? 'plain' : 'mask';
}

/** The columns of an export that hold masked fields in clear. */
export function plainColumns(
  columns: readonly ExportColumn[],
  entity: EntityModel,
  { documents, caller }: Pick<CallContext, 'documents' | 'caller'>,
): readonly ExportColumn[] {
  return columns.filter(({ path }) => {
    const resolved = resolvePath(documents.entities, entity.document, path);
    const mask = resolved === undefined ? undefined : fieldMask(resolved.field);
    if (resolved === undefined || mask === undefined) return false;
    const last = resolved.relations.at(-1);
    const owner = last === undefined ? entity : entityModel(documentOf(documents, last.entity));
    return exportedMode(owner, mask, caller) === 'plain';
  });
}
