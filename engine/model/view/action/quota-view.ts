import { type DeclaredOperation, operationsOfEntity } from '../../access/operations.ts';
import { transitionsOf } from '../../entity/entity-model.ts';
import type { EntityDocument } from '../../generated/documents.ts';

/** How far something that has a limit may go: where that is asked, and what it is called. */
export type QuotaView = { readonly api: string; readonly title: string };

/** What an operation is limited by, as the reader may ask it; undefined where nothing limits it. */
export function quotaView(operation: DeclaredOperation | undefined, entity: EntityDocument): QuotaView | undefined {
  if (operation?.kind !== 'transition' || operation.entity !== entity.name) return undefined;
  const quota = transitionsOf(entity).find(({ transition }) => transition.key === operation.key)?.transition.quota;
  const asked = operationsOfEntity(entity).find((known) => known.kind === 'action' && known.key === quota?.action);
  return quota === undefined || asked === undefined ? undefined : { api: asked.path, title: quota.title };
}
