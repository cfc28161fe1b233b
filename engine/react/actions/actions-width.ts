import type { ActionView } from '../../model/view/index.ts';

/** What the room an action takes hangs on. */
type Sized = Pick<ActionView, 'title' | 'emphasis' | 'widget' | 'starts' | 'isSure'>;

/** How many actions of a row stand as links where no more is said. */
export const shownAsLinks = 2;

const padding = 24;
const moreWidth = 32;

const widthOf = ({ title }: Sized) => title.length * 14 + 20;
const isDrawn = ({ widget }: Sized) => widget !== undefined;

/** Room of the actions of a row with so many as links, however wide they are: what is drawn by widgets, and 更多 for the rest. */
function roomFor(actions: readonly Sized[], links: number): number {
  return (
    widest(
      actions.filter((action) => !isDrawn(action)),
      links,
    ) + around(actions, links)
  );
}

function widest(actions: readonly Sized[], links: number): number {
  const widths = actions.map(widthOf).sort((a, b) => b - a);
  return widths.slice(0, links).reduce((sum, width) => sum + width, 0);
}

/** What stands beside the links: what widgets draw, and 更多. */
function around(actions: readonly Sized[], links: number): number {
  const drawn = actions.filter(isDrawn).reduce((sum, action) => sum + widthOf(action), 0);
  return padding + drawn + (actions.length > links ? moreWidth : 0);
}

/**
 * Width a column needs for the actions of its rows: in each state of a record the two widest that may stand as links in it,
 * and 更多.
 */
export function rowActionsWidth(actions: readonly Sized[]): number {
  const machines = new Set(actions.flatMap(({ starts }) => (starts === undefined ? [] : [starts.field])));
  const [field] = machines;
  const states = new Set(actions.flatMap(({ starts }) => (starts?.field === field ? (starts?.from ?? []) : [])));
  return Math.max(...[undefined, ...states].map((state) => roomIn(actions, field, state)));
}

/** Room in a state; undefined for those that nothing starts from. */
function roomIn(actions: readonly Sized[], field: string | undefined, state: string | undefined): number {
  const isOfIt = ({ starts }: Sized) => starts !== undefined && starts.field === field;
  const here = actions.filter(
    (action) => !isOfIt(action) || (state !== undefined && action.starts?.from.includes(state) === true),
  );
  const mayBeLinks: Sized[] = [];
  let sure = 0;
  for (const action of primaryFirst(here)) {
    if (sure >= shownAsLinks) break;
    mayBeLinks.push(action);
    // One that hangs on another state machine may be missing.
    if (action.isSure === true && (action.starts === undefined || isOfIt(action))) sure += 1;
  }
  return (
    widest(
      mayBeLinks.filter((action) => !isDrawn(action)),
      shownAsLinks,
    ) + around(here, shownAsLinks)
  );
}

/** How many actions stand as links in a column of this width. */
export function linksWithin(actions: readonly Sized[], width: number): number {
  const links = actions.findIndex((_, index) => roomFor(actions, index + 1) > width);
  return links === -1 ? actions.length : links;
}

/** Actions as they are offered: what is meant to be done next first, the others in the order of their document. */
export function primaryFirst<Action extends Pick<ActionView, 'emphasis'>>(
  actions: readonly Action[],
): readonly Action[] {
  const isPrimary = ({ emphasis }: Action) => emphasis === 'primary';
  return [...actions.filter(isPrimary), ...actions.filter((action) => !isPrimary(action))];
}
