import type { ActionView } from '../../model/view/index.ts';

/** Actions as they are offered: what is meant to be done next first, the others in the order of their document. */
export function primaryFirst(actions: readonly ActionView[]): readonly ActionView[] {
  const isPrimary = ({ emphasis }: ActionView) => emphasis === 'primary';
  return [...actions.filter(isPrimary), ...actions.filter((action) => !isPrimary(action))];
}
