import type { ActionUse } from './action-call.ts';

type Clicked = Pick<ActionUse, 'target' | 'changed'> & { readonly action: Pick<ActionUse['action'], 'key'> };

/**
 * What a second click must equal to be the second of a double one: the same action on the same rows as they were. A record
 * that has changed since was seen changed; a card moved on to another place is meant.
 */
export function markOf({ action, target, changed }: Clicked): string {
  if (target.kind === 'record') {
    const { id, version } = target.record;
    return `${action.key}/${id} ${version}${changed === undefined ? '' : `/${JSON.stringify(changed.now)}`}`;
  }
  if (target.kind === 'rows') return `${action.key}/${target.records.map(({ id }) => id).join()}`;
  return `${action.key}/${target.kind}`;
}
