import type { EntityModel } from '../../../engine/model/entity/index.ts';
import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { FieldCollision } from '../../../engine/model/wire/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { writeText } from '../../texts/write-text.ts';
import { wordsOf } from '../history/describe-change.ts';
import { LabelBook } from '../history/label-book.ts';
import { lastChanges } from '../history/last-changes.ts';
import type { Collision } from './child-rows.ts';

/** Fields that others changed meanwhile, with who did it and when, and what is stored in words. */
export async function describeCollisions(
  entity: EntityModel,
  id: string,
  collisions: readonly Collision[],
  context: CallContext,
): Promise<readonly FieldCollision[]> {
  const open = collisions.filter(({ isClosed }) => isClosed !== true);
  const stored = Object.fromEntries(open.map((collision) => [collision.key, collision.stored]));
  const last = await lastChanges(entity, id, Object.keys(stored), context);
  const labels = new LabelBook(context);
  labels.note(entity.document.name, stored);
  await labels.read();
  return collisions.map(({ isClosed, ...collision }) => {
    const { key } = collision;
    if (isClosed === true) return { ...collision, storedText: formatMessage(writeText('write.hidden')) };
    const field = entity.fields.get(key);
    const words = field === undefined ? undefined : wordsOf(field, labels, context);
    const row = last.get(key);
    return {
      ...collision,
      ...(words === undefined ? {} : { storedText: words(stored) }),
      ...(row === undefined ? {} : { at: row.at }),
      ...(row?.staff == null ? {} : { by: row.staff.name }),
    };
  });
}
