import { type EntityModel, entityModel, isStored, transitionsOf } from '../../entity/entity-model.ts';
import { isTime } from '../../fields/type-groups.ts';
import type { CalendarView, EntityDocument, KanbanView, ListView } from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Checks one way of looking at a list: the fields it arranges by exist and can be arranged by. */
export function checkView(view: ListView, entity: EntityDocument, checker: Checker, at: At): void {
  switch (view.kind) {
    case 'table':
      return;
    case 'tree':
      if (entity.tree === undefined) checker.expect(checkText('check.view.entityThatDeclaresTree'), entity.name, at);
      return;
    case 'kanban':
      checkLanes(view, entity, checker, at);
      break;
    case 'calendar':
      checkDays(view, entity, checker, at);
  }
  checker.path(entity, view.card, [...at, 'card']);
  for (const [index, path] of (view.facts ?? []).entries()) checker.path(entity, path, [...at, 'facts', index]);
  if (view.tone !== undefined) checker.expression(view.tone, 'tone', { entity }, [...at, 'tone']);
}

function checkLanes(view: KanbanView, entity: EntityDocument, checker: Checker, at: At): void {
  const { fields } = entityModel(entity);
  if (!checker.name('field', view.field, fields.keys(), [...at, 'field'], entity)) return;
  const field = fields.get(view.field);
  const isState = transitionsOf(entity).some(({ machine }) => machine.field === view.field);
  if (field?.type !== 'enum' || !(isStored(field) || isState))
    checker.expect(checkText('check.view.storedEnumField'), field?.type ?? view.field, [...at, 'field']);
  else if (view.lanes !== undefined) checker.values(field, view.lanes, [...at, 'lanes']);
}

function checkDays(view: CalendarView, entity: EntityDocument, checker: Checker, at: At): void {
  for (const name of ['start', 'end'] as const) {
    const path = view[name];
    const field = path === undefined ? undefined : checker.path(entity, path, [...at, name]);
    if (field !== undefined && !isTime(field))
      checker.expect(checkText('check.view.dateOrTimeField'), field.type, [...at, name]);
  }
  if (view.display === undefined) {
    for (const word of ['by', 'hours'] as const)
      if (view[word] !== undefined)
        checker.expect(checkText('check.view.besideDisplayWeek', { word }), word, [...at, word]);
    return;
  }
  checkHours(view, entity, checker, at);
}

/** A week of hours needs moments to begin and to end at, and references to be split by. */
function checkHours(view: CalendarView, entity: EntityDocument, checker: Checker, at: At): void {
  const { fields } = entityModel(entity);
  checkMoments(view, fields, checker, at);
  for (const [index, key] of (view.by ?? []).entries()) {
    const field = fields.get(key);
    if (field?.type !== 'ref' || field.ref === undefined || !isStored(field))
      checker.expect(checkText('check.view.storedReference'), field?.type ?? key, [...at, 'by', index]);
  }
  if (view.hours !== undefined && view.hours.from >= view.hours.to)
    checker.expect(checkText('check.view.fromBelowTo'), `${view.hours.from}–${view.hours.to}`, [...at, 'hours']);
}

function checkMoments(view: CalendarView, fields: EntityModel['fields'], checker: Checker, at: At): void {
  for (const name of ['start', 'end'] as const) {
    const path = view[name];
    const field = fields.get(path ?? '');
    if (field?.type === 'datetime' && isStored(field) && view.start !== view.end) continue;
    const here = path === undefined ? at : [...at, name];
    const wanted = checkText('check.view.twoStoredFieldsOfTypeDatetime');
    checker.expect(wanted, path ?? '—', here);
  }
}
