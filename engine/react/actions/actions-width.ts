import type { ActionView } from '../../model/view/index.ts';

/** What the room an action takes hangs on. */
type Sized = Pick<ActionView, 'title' | 'emphasis' | 'widget'>;

/** How many actions of a row stand as links where nobody chose the width of their column. */
const shownAsLinks = 2;

const padding = 10;
const moreWidth = 28;

const widthOf = ({ title }: Sized) => title.length * 14 + 14;

/** Whether a widget draws it: it stands there whatever room there is. */
export const isDrawn = ({ widget }: Sized) => widget !== undefined;

/** Room of so many of the first actions as links, of what is drawn by widgets, and of 更多 for the rest. */
function roomFor(actions: readonly Sized[], links: number): number {
  const plain = actions.filter((action) => !isDrawn(action));
  const shown = [...plain.slice(0, links), ...actions.filter(isDrawn)];
  const room = padding + shown.reduce((sum, action) => sum + widthOf(action), 0);
  return room + (plain.length > links ? moreWidth : 0);
}

/** Width a column needs for the actions of its rows: the first two and 更多. */
export function rowActionsWidth(actions: readonly Sized[]): number {
  return roomFor(primaryFirst(actions), shownAsLinks);
}

/** How many of the actions of a row, in the order they are offered, stand as links in a column of this width: never none. */
export function linksWithin(possible: readonly Sized[], width: number): number {
  const plain = possible.filter((action) => !isDrawn(action)).length;
  let links = 1;
  while (links < plain && roomFor(possible, links + 1) <= width) links += 1;
  return links;
}

/** Actions as they are offered: what is meant to be done next first, the others in the order of their document. */
export function primaryFirst<Action extends Pick<ActionView, 'emphasis'>>(
  actions: readonly Action[],
): readonly Action[] {
  const isPrimary = ({ emphasis }: Action) => emphasis === 'primary';
  return [...actions.filter(isPrimary), ...actions.filter((action) => !isPrimary(action))];
}
