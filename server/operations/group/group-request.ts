import type { RawBuilder } from 'kysely';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import { isGroupable, isSummable } from '../../../engine/model/entity/index.ts';
import { isTime } from '../../../engine/model/fields/index.ts';
import { isForbiddenName } from '../../../engine/model/naming/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { type GroupBucket, groupBuckets } from '../../../engine/model/wire/index.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import { listed } from '../../kernel/language/listed.ts';
import { type CallContext, documentOf } from '../../kernel/operation/context.ts';
import type { PlannedColumn } from '../../records/plan/derived-columns.ts';
import { expectedPath } from '../../records/plan/query-cost.ts';
import type { SelectPlan } from '../../records/plan/select-plan.ts';
import { groupText } from '../../texts/group-text.ts';

type Body = Readonly<Record<string, unknown>>;

/** Most columns that are summed at once. */
const maxSums = 50;

/** What rows are grouped by, and what of them is summed; every name is checked. */
export type AskedGroups = {
  readonly by: string;
  readonly key: PlannedColumn;
  /** How time is cut; only for dates and times, which always are. */
  readonly bucket?: GroupBucket;
  /** Name of the record a reference leads to. */
  readonly name?: RawBuilder<unknown>;
  readonly sums: readonly { readonly path: string; readonly column: PlannedColumn }[];
};

/** Reads what is asked; what is masked is neither grouped by nor summed, whoever asks. */
export function readGroups(body: Body, plan: SelectPlan, context: CallContext): AskedGroups {
  const by = typeof body.by === 'string' ? body.by : '';
  const key = openColumn(by, plan);
  if (key === undefined || !isGroupable(by, key.field))
    throw wrongInput('/by', groupText('group.by'), expectedPath(fieldsOf('group.groupable', plan), by), body.by);
  plan.cost.refuseAbove('/by');
  const name = key.field.key === 'id' ? labelOf(by, plan, context) : undefined;
  return {
    by,
    key,
    sums: readSums(body.sums, plan),
    ...(isTime(key.field) ? { bucket: readBucket(body.bucket) } : {}),
    ...(name === undefined ? {} : { name }),
  };
}

function readBucket(bucket: unknown): GroupBucket {
  if (bucket === undefined || bucket === null) return 'day';
  const known = groupBuckets.find((each) => each === bucket);
  if (known === undefined) throw wrongInput('/bucket', groupText('group.by'), listed(groupBuckets), bucket);
  return known;
}

/** Reads the columns to be summed. */
export function readSums(sums: unknown, plan: SelectPlan): AskedGroups['sums'] {
  if (sums === undefined || sums === null) return [];
  const list: readonly unknown[] = Array.isArray(sums) ? sums : [];
  if (!Array.isArray(sums) || list.length > maxSums)
    throw wrongInput('/sums', groupText('group.by'), groupText('group.sums', { max: maxSums }), sums);
  return list.map((path, index) => {
    const column = typeof path === 'string' ? openColumn(path, plan) : undefined;
    if (typeof path !== 'string' || column === undefined || !isSummable(column.field))
      throw wrongInput(
        `/sums/${index}`,
        groupText('group.by'),
        expectedPath(fieldsOf('group.summable', plan), path),
        path,
      );
    plan.cost.add('sum');
    plan.cost.refuseAbove(`/sums/${index}`);
    return { path, column };
  });
}

/** A column anybody may read who may read the row, as far as the caller's own scope reaches. */
function openColumn(path: string, plan: SelectPlan): PlannedColumn | undefined {
  const column = path === '' || isForbiddenName(path) ? undefined : plan.reached(path);
  return column === undefined || isClosed(column.field) ? undefined : column;
}

function isClosed({ mask, secret }: EntityField): boolean {
  return mask !== undefined || secret === true;
}

/** The label beside the id of a related record. */
function labelOf(by: string, plan: SelectPlan, context: CallContext): RawBuilder<unknown> {
  const target = plan.reached(by)?.entity;
  const label = target === undefined ? undefined : documentOf(context.documents, target.document.name).label;
  const column = label === undefined ? undefined : openColumn(by.replace(/id$/, label), plan);
  if (column === undefined) throw wrongInput('/by', groupText('group.by'), fieldsOf('group.groupable', plan), by);
  return column.sql;
}

/** What fields of the entity may be named, in words. */
function fieldsOf(key: 'group.groupable' | 'group.summable', { entity }: SelectPlan): string {
  return formatMessage(groupText(key, { entity: entity.document }));
}
