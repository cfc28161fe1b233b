import type { EntityDocument, EntitySchedule } from '../../generated/documents.ts';
import { documentText } from '../../texts/document-text.ts';
import { cronFault } from '../../time/schedule-time.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkFollowed, checkNewRow } from './check-effects.ts';

/** Checks what the server does of itself: when, to which rows, and that it can be done. */
export function checkSchedules(entity: EntityDocument, checker: Checker): void {
  checker.uniqueKeys(entity.schedules, ['schedules']);
  for (const [index, schedule] of (entity.schedules ?? []).entries())
    checkSchedule(schedule, entity, checker, ['schedules', index]);
}

function checkSchedule(schedule: EntitySchedule, entity: EntityDocument, checker: Checker, at: At): void {
  checkTime(schedule, checker, at);
  checker.expression(schedule.where, 'schedule', { entity }, [...at, 'where']);
  if (schedule.once !== undefined) checker.expression(schedule.once, 'occasion', { entity }, [...at, 'once']);
  if (!isWhole(schedule)) {
    checker.expect(documentText('check.schedules.transitionOrCreateAndValues'), Object.keys(schedule).join(', '), at);
    return;
  }
  const source = { entity, inputs: undefined, place: 'scheduled' } as const;
  if (schedule.transition !== undefined) {
    checkFollowed(schedule, entity, source, checker, at);
    return;
  }
  const target = checker.entity(schedule.create ?? '', [...at, 'create']);
  if (target !== undefined) checkNewRow(schedule.values, target, source, checker, at);
}

function checkTime({ every, at: cron }: EntitySchedule, checker: Checker, at: At): void {
  if ((every === undefined) === (cron === undefined)) {
    checker.expect(documentText('check.schedules.everyOrAt'), [every, cron].filter(Boolean).join(', ') || '—', at);
    return;
  }
  const fault = cron === undefined ? undefined : cronFault(cron);
  if (fault !== undefined) checker.expect(fault.expected, fault.got, [...at, 'at']);
}

/** Whether it does one of the two things, and nothing besides. */
function isWhole({ transition, input, create, values }: EntitySchedule): boolean {
  return (
    (transition === undefined) !== (create === undefined) &&
    (input === undefined || transition !== undefined) &&
    (values === undefined) === (create === undefined)
  );
}
