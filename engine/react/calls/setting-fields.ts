import type { ActionView } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import type { ActionUse } from './action-call.ts';

/** The page's way to change a record, without its form: only these fields are set, and only if they are as they were. */
export function settingFields(
  action: ActionView,
  { id, version }: WireRecord,
  { was, now }: NonNullable<ActionUse['changed']>,
): ActionView {
  const { form: _, confirm: __, after, ...rest } = action;
  // Whoever moves a card stays where he is.
  const following = after.filter(({ kind }) => kind === 'refresh');
  return { ...rest, after: following, valuesFor: () => ({ id, version, was, ...now }) };
}
