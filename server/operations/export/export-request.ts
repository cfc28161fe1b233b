import { createHash } from 'node:crypto';
import { exportFormats } from '../../../contract/generic/table.ts';
import { isPathShown } from '../../../engine/model/access/index.ts';
import type { EntityField, PageDocument } from '../../../engine/model/documents/index.ts';
import {
  type EntityModel,
  isAskable,
  pathTitle,
  resolvePath,
  titleWithUnit,
} from '../../../engine/model/entity/index.ts';
import { fileTypeOf, isId } from '../../../engine/model/fields/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { ExportFormat } from '../../../engine/model/wire/index.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import { listed } from '../../kernel/language/listed.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { expectedPath } from '../../records/plan/query-cost.ts';
import { labelPath, SelectPlan } from '../../records/plan/select-plan.ts';
import { exportText } from '../../texts/export-text.ts';

/** A column of an exported table. */
export type ExportColumn = { readonly path: string; readonly title: string };

/** What an export was asked for, checked; kept with its job. */
export type ExportRequest = {
  readonly entity: string;
  readonly where: unknown;
  readonly sort: unknown;
  readonly columns: readonly ExportColumn[];
  readonly format: ExportFormat;
  readonly reason: string | null;
  /** Relative dates of the filter mean this moment. */
  readonly now: string;
  /** Most rows. */
  readonly most: number;
};

const maxColumns = 100;
const maxIds = 1000;
const maxReasonLength = 200;
/** Files and formatted text say nothing in a cell. */
const isTold = ({ type }: EntityField) => type !== 'html' && fileTypeOf(type) === undefined;

/** Reads the body of an export; rows named by id are a filter like any other. */
export function readExportRequest(
  entity: EntityModel,
  body: Values,
  context: CallContext,
): Omit<ExportRequest, 'most'> {
  const { format = 'xlsx', sort = null } = body;
  const known = exportFormats.find((name) => name === format);
  if (known === undefined) throw wrongInput('/format', exportText('export.format'), listed(exportFormats), format);
  return {
    entity: entity.document.name,
    where: filterOf(body),
    sort: sort ?? null,
    columns: columnsOf(entity, body.columns, context),
    format: known,
    reason: reasonOf(body.reason),
    now: context.now,
  };
}

/** A request as its job keeps it: encrypted, since a filter may hold a masked value in clear. */
export type SealedRequest = { readonly entity: string; readonly request: string };

/** Seals a request for its job. */
export function sealed(request: ExportRequest, { protection }: Pick<CallContext, 'protection'>): SealedRequest {
  return { entity: request.entity, request: protection.encrypt(JSON.stringify(request)) };
}

/** The request that a job keeps. */
export function unsealed({ request }: SealedRequest, { protection }: Pick<CallContext, 'protection'>): ExportRequest {
  // Sealed above, with the key of this product.
  return JSON.parse(protection.decrypt(request)) as ExportRequest;
}

/** The same request again, whenever it is made. */
export function digestOf(
  { now: _, reason: __, ...request }: Omit<ExportRequest, 'most'>,
  page: PageDocument | undefined,
): string {
  return createHash('sha256')
    .update(JSON.stringify([request, page?.name ?? null]))
    .digest('hex');
}

function filterOf({ where, search, ids }: Values): unknown {
  const parts: unknown[] = [];
  if (where !== undefined && where !== null) parts.push(where);
  if (search !== undefined && search !== null && search !== '') {
    if (typeof search !== 'string')
      throw wrongInput('/search', exportText('export.keyword'), exportText('export.text'), search);
    parts.push({ search });
  }
  if (ids !== undefined && ids !== null) {
    const list: readonly unknown[] = Array.isArray(ids) ? ids : [];
    if (list.length === 0 || list.length > maxIds || !list.every((id) => typeof id === 'string' && isId(id)))
      throw wrongInput(
        '/ids',
        exportText('export.rows'),
        exportText('export.ids', { most: maxIds }),
        formatMessage(exportText('export.count', { count: list.length })),
      );
    parts.push({ field: 'id', op: 'in', value: list });
  }
  return parts.length > 1 ? { and: parts } : (parts[0] ?? null);
}

function reasonOf(reason: unknown): string | null {
  if (reason === undefined || reason === null || reason === '') return null;
  if (typeof reason !== 'string' || reason.length > maxReasonLength)
    throw wrongInput(
      '/reason',
      exportText('export.reason'),
      exportText('export.shortText', { most: maxReasonLength }),
      typeof reason,
    );
  return reason;
}

function columnsOf(entity: EntityModel, columns: unknown, context: CallContext): readonly ExportColumn[] {
  if (columns === undefined || columns === null) return usualColumns(entity, context);
  const list: readonly unknown[] = Array.isArray(columns) ? columns : [];
  if (list.length === 0 || list.length > maxColumns)
    throw wrongInput(
      '/columns',
      exportText('export.column'),
      exportText('export.columns', { most: maxColumns }),
      JSON.stringify(columns),
    );
  const plan = new SelectPlan(context, entity);
  return list.map((column, index) => {
    const { path, title } = partsOf(column);
    const field = typeof path === 'string' ? fieldAt(entity, path, context) : undefined;
    const shown = typeof path === 'string' && field !== undefined ? shownPath(path, field, context) : '';
    if (typeof path !== 'string' || field === undefined || field.secret === true || !isAskable(shown))
      throw wrongInput(`/columns/${index}`, exportText('export.column'), expectedColumn(entity, shown || path), path);
    plan.reached(shown);
    plan.cost.refuseAbove(`/columns/${index}`);
    if (title !== undefined && (typeof title !== 'string' || title === '' || title.length > 100))
      throw wrongInput(
        `/columns/${index}/title`,
        exportText('export.columnName'),
        exportText('export.columnText', { most: 100 }),
        title,
      );
    return { path, title: titleWithUnit(field, title ?? titleOf(entity, path, context)) };
  });
}

function expectedColumn({ document }: EntityModel, path: unknown): string {
  return expectedPath(formatMessage(exportText('export.fields', { entity: document })), path);
}

/** A reference is told by what its row is called, one relation further. */
function shownPath(path: string, field: EntityField, context: CallContext): string {
  const label = labelPath(field, context);
  return label === undefined ? path : [...path.split('.').slice(0, -1), label].join('.');
}

function partsOf(column: unknown): { readonly path?: unknown; readonly title?: unknown } {
  if (typeof column === 'string') return { path: column };
  return typeof column === 'object' && column !== null ? column : {};
}

/** The columns in sight on the page of the call, or all fields of the entity that can be read in a cell. */
function usualColumns(entity: EntityModel, context: CallContext): readonly ExportColumn[] {
  const { page } = context;
  const { name, fields } = entity.document;
  if (page?.kind === 'list' && page.entity === name)
    return page.columns.flatMap(({ field: path, title, hidden }) => {
      const field = hidden === true ? undefined : fieldAt(entity, path, context);
      return field === undefined
        ? []
        : [{ path, title: titleWithUnit(field, title ?? titleOf(entity, path, context)) }];
    });
  return fields
    .filter((field) => field.secret !== true && isTold(field) && fieldAt(entity, field.key, context) !== undefined)
    .map((field) => ({ path: field.key, title: titleWithUnit(field) }));
}

/** The field at the end of a path; none where the caller is not shown it. */
function fieldAt(entity: EntityModel, path: string, { documents, caller }: CallContext) {
  const { entities } = documents;
  if (!isPathShown(entities, entity.document, path, caller.grants)) return undefined;
  return resolvePath(entities, entity.document, path)?.field;
}

function titleOf(entity: EntityModel, path: string, { documents }: CallContext): string {
  return pathTitle(documents.entities, entity.document, path);
}
