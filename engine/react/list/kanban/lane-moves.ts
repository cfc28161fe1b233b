import { transitionsOf } from '../../../model/entity/index.ts';
import type { Scope } from '../../../model/expression/index.ts';
import { targetStates } from '../../../model/record/index.ts';
import type { ActionView, KanbanDisplay, LaneView, ListView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';

/** What moving a card to a lane means: the actions that do it, or why it cannot be done. */
export type LaneMove =
  | { readonly kind: 'here' }
  | { readonly kind: 'actions'; readonly actions: readonly ActionView[] }
  /** No state machine: the field is set by the page's own way to change a record. */
  | { readonly kind: 'modify'; readonly action: ActionView }
  | { readonly kind: 'refused'; readonly why: 'noTransition' | 'notAllowed' | 'readonly'; readonly reason?: string };

/**
 * What moving a record to a lane would do. With a state machine: the transitions among the row actions that lead
 * from its state to that of the lane. The server has the last word.
 */
export function laneMove(
  view: ListView,
  display: KanbanDisplay,
  record: WireRecord,
  lane: LaneView,
  scope: Scope,
): LaneMove {
  const from = laneValue(display, record);
  if (from === lane.value) return { kind: 'here' };
  if (display.machine === undefined) return modifyMove(view, display, lane, scope);
  const leading = view.row.filter(
    (action) => lane.value !== null && leadsTo(action, view, display, from).includes(lane.value),
  );
  const usable = leading.filter((action) => action.isPossible(scope) && action.isEnabled(scope));
  if (usable.length > 0) return { kind: 'actions', actions: usable };
  if (leading.length === 0) return { kind: 'refused', why: 'noTransition' };
  const reason = leading.find((action) => action.disabledReason !== undefined)?.disabledReason;
  return { kind: 'refused', why: 'notAllowed', ...(reason === undefined ? {} : { reason }) };
}

/** The lane a record stands in. */
export function laneValue(display: KanbanDisplay, record: WireRecord): string | null {
  const value = record[display.field.key];
  return typeof value === 'string' ? value : null;
}

/** Whether a card may be taken up at all. */
export function isMovable(view: ListView, display: KanbanDisplay): boolean {
  return display.machine === undefined
    ? modifyAction(view, display) !== undefined
    : view.row.some((action) => transitionOf(action, view, display) !== undefined);
}

function leadsTo(action: ActionView, view: ListView, display: KanbanDisplay, from: string | null): readonly string[] {
  const transition = transitionOf(action, view, display);
  return transition === undefined ? [] : targetStates(transition, from);
}

function transitionOf({ operation }: ActionView, { entity }: ListView, { field }: KanbanDisplay) {
  if (operation?.kind !== 'transition' || operation.entity !== entity.document.name) return undefined;
  const found = transitionsOf(entity.document).find((item) => item.transition.key === operation.key);
  return found?.machine.field === field.key ? found.transition : undefined;
}

function modifyMove(view: ListView, display: KanbanDisplay, lane: LaneView, scope: Scope): LaneMove {
  const action = modifyAction(view, display);
  if (action === undefined || (lane.value === null && display.field.required === true))
    return { kind: 'refused', why: 'readonly' };
  if (action.isPossible(scope) && action.isEnabled(scope)) return { kind: 'modify', action };
  const { disabledReason } = action;
  return { kind: 'refused', why: 'notAllowed', ...(disabledReason === undefined ? {} : { reason: disabledReason }) };
}

/** Only a record that can be changed on this page, in a field that takes input, is changed by a drag. */
function modifyAction(view: ListView, { field }: KanbanDisplay): ActionView | undefined {
  if (field.readonly === true) return undefined;
  return view.row.find(
    ({ operation }) => operation?.kind === 'modify' && operation.entity === view.entity.document.name,
  );
}
