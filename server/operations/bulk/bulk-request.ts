import { isId } from '../../../engine/model/fields/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import { wrongInput } from '../../kernel/errors/wrong-input.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { bulkText } from '../../texts/bulk-text.ts';

/** Most rows a call names by id. */
export const maxIds = 500;
/** Most rows one piece of background work takes on. */
export const maxMatching = 100_000;

/** The rows a call is about beside its input: named one by one, or all that match. */
export type Selection =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | { readonly kind: 'matching'; readonly where: unknown; readonly count: number };

/** Whether a body names many rows. */
export function namesManyRows(body: Values): boolean {
  return body.ids !== undefined || body.matching !== undefined;
}

/** Parts a body into the rows it names and what is asked of them. */
export function readSelection(body: Values): { readonly selection: Selection; readonly input: Values } {
  const { id: _, version: __, ids, matching, ...input } = body;
  if (matching === undefined) return { selection: { kind: 'ids', ids: idsOf(ids) }, input };
  if (ids !== undefined)
    throw wrongInput(
      '/matching',
      bulkText('bulk.rows'),
      bulkText('bulk.oneOfBoth'),
      formatMessage(bulkText('bulk.both')),
    );
  return { selection: matchingOf(matching), input };
}

function idsOf(ids: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(ids) ? [...new Set(ids)] : [];
  if (list.length === 0 || list.length > maxIds)
    throw wrongInput(
      '/ids',
      bulkText('bulk.rows'),
      bulkText('bulk.ids', { most: maxIds }),
      formatMessage(bulkText('bulk.count', { count: list.length })),
    );
  return list.map((id, index) => {
    if (typeof id !== 'string' || !isId(id))
      throw wrongInput(`/ids/${index}`, bulkText('bulk.rows'), bulkText('bulk.id'), id);
    return id;
  });
}

function matchingOf(matching: unknown): Selection {
  if (typeof matching !== 'object' || matching === null || Array.isArray(matching))
    throw wrongInput('/matching', bulkText('bulk.rows'), '{where, count}', typeof matching);
  const { where, count, ...unknown }: Record<string, unknown> = { ...matching };
  const [other] = Object.keys(unknown);
  if (other !== undefined)
    throw wrongInput(`/matching/${other}`, bulkText('bulk.rows'), bulkText('bulk.whereAndCount'), other);
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > maxMatching)
    throw wrongInput('/matching/count', bulkText('bulk.rows'), bulkText('bulk.whole', { most: maxMatching }), count);
  return { kind: 'matching', where, count };
}
