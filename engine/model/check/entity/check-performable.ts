import { isGranted } from '../../access/permissions.ts';
import { memoizeByIdentity } from '../../cache/cache.ts';
import type { DocumentSet } from '../../documents/documents.ts';
import { entityModel, transitionsOf } from '../../entity/entity-model.ts';
import { canHold } from '../../expression/can-hold.ts';
import { pathsRead } from '../../expression/dependencies.ts';
import { parseExpression } from '../../expression/parse.ts';
import type { EntityDocument, StateMachine, Transition } from '../../generated/documents.ts';
import { branchesOf } from '../../record/target-state.ts';
import { documentText } from '../../texts/document-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** A transition that nobody could ever perform is a mistake: its guard cannot hold where it starts, or no role holds its key. */
export function checkPerformable(
  transition: Transition,
  machine: StateMachine,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  const { from, permission } = transition;
  const isBySystem = isRunBySystem(transition, entity, checker);
  for (const { source, place } of conditionsOf(transition)) {
    const parsed = parseExpression(source);
    if (!parsed.ok) continue;
    if (!canHold(parsed.expression, machine.field, from))
      checker.expect(documentText('check.performable.guardThatCanHoldIn', { from }), source, [...at, ...place]);
    if (isBySystem && place[0] !== 'who' && pathsRead(parsed.expression, 'user').length > 0)
      checker.expect(documentText('check.performable.noUserInGuardOfTransition'), source, [...at, ...place]);
  }
  if (!isHeld(permission, checker) && !isBySystem)
    checker.expect(documentText('check.performable.transitionThatRoleHoldsOrSchedule'), permission, [
      ...at,
      'permission',
    ]);
}

/** The conditions of a transition with their places in it. */
function conditionsOf({ guard, guards, who, ...transition }: Transition) {
  return [
    ...(guard === undefined ? [] : [{ source: guard, place: ['guard'] }]),
    ...(guards ?? []).map(({ when }, index) => ({ source: when, place: ['guards', index, 'when'] })),
    ...branchesOf(transition).flatMap(({ when }, index) =>
      when === undefined ? [] : [{ source: when, place: ['to', index, 'when'] }],
    ),
    ...(who?.when === undefined ? [] : [{ source: who.when, place: ['who', 'when'] }]),
  ];
}

/** Where no role grants anything yet, who will hold what is still open. */
function isHeld(permission: string, { documents }: Checker): boolean {
  const granted = grantedBy(documents.roles);
  return granted.size === 0 || isGranted(granted, permission);
}

/** All that roles grant, put together once for all transitions. */
const grantedBy = memoizeByIdentity(
  (roles: DocumentSet['roles']) => new Set([...roles.values()].flatMap((role) => role.permissions)),
);

function isRunBySystem({ key }: Transition, entity: EntityDocument, { documents }: Checker): boolean {
  if (entity.editions?.archive === key) return true;
  if ((entity.schedules ?? []).some((schedule) => schedule.transition === key)) return true;
  return runByEffects(documents.entities).has(`${entity.name} ${key}`);
}

/** The transitions that effects of others run, by entity and key; put together once for all transitions. */
const runByEffects = memoizeByIdentity(
  (entities: DocumentSet['entities']) =>
    new Set(
      [...entities.values()].flatMap((other) => {
        const { relations } = entityModel(other);
        const effects = transitionsOf(other).flatMap(({ transition }) => transition.effects ?? []);
        return effects.map((effect) => {
          const target = effect.rows?.entity ?? relations.get(effect.relation ?? '')?.entity;
          return `${target} ${effect.transition}`;
        });
      }),
    ),
);
