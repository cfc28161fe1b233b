import { isGranted } from '../../access/permissions.ts';
import { canHold } from '../../expression/can-hold.ts';
import { parseExpression } from '../../expression/parse.ts';
import type { EntityDocument, StateMachine, Transition } from '../../generated/documents.ts';
import type { At, Checker } from '../checker/checker.ts';

/** A transition that nobody could ever perform is a mistake: its guard cannot hold where it starts, or no role holds its key. */
export function checkPerformable(
  transition: Transition,
  machine: StateMachine,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const { guard, from, permission } = transition;
  const parsed = guard === undefined ? undefined : parseExpression(guard);
  if (parsed?.ok === true && !canHold(parsed.expression, machine.field, from))
    checker.expect(
      [`在起始状态（${from.join('、')}）可能成立的守卫`, `a guard that can hold in ${from.join(', ')}`],
      guard ?? '',
      [...at, 'guard'],
    );
  if (!isHeld(permission, checker) && !isRunBySystem(transition, entity, checker))
    checker.expect(
      ['至少一个角色持有、或由定时与影响执行的流转', 'a transition that a role holds, or a schedule or an effect runs'],
      permission,
      [...at, 'permission'],
    );
}

/** Where no role grants anything yet, who will hold what is still open. */
function isHeld(permission: string, { documents }: Checker): boolean {
  const granted = [...documents.roles.values()].flatMap((role) => role.permissions);
  return granted.length === 0 || isGranted(new Set(granted), permission);
}

function isRunBySystem({ key }: Transition, entity: EntityDocument, { documents }: Checker): boolean {
  if ((entity.schedules ?? []).some((schedule) => schedule.transition === key)) return true;
  const transitions = [...documents.entities.values()].flatMap((other) =>
    (other.states ?? []).flatMap((machine) => machine.transitions),
  );
  return transitions.some(({ effects }) =>
    (effects ?? []).some((effect) => 'transition' in effect && effect.transition === key),
  );
}
