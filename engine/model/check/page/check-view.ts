import { entityModel, isStored, transitionsOf } from '../../entity/entity-model.ts';
import { isTime } from '../../fields/type-groups.ts';
import type { CalendarView, EntityDocument, KanbanView, ListView } from '../../generated/documents.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Checks one way of looking at a list: the fields it arranges by exist and can be arranged by. */
export function checkView(view: ListView, entity: EntityDocument, checker: Checker, at: At): void {
  switch (view.kind) {
    case 'table':
      return;
    case 'tree':
      if (entity.tree === undefined)
        checker.expect(['声明了 tree 的实体', 'an entity that declares tree'], entity.name, at);
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
  if (!checker.name('field', view.field, fields.keys(), [...at, 'field'], [entity.title, entity.name])) return;
  const field = fields.get(view.field);
  const isState = transitionsOf(entity).some(({ machine }) => machine.field === view.field);
  if (field?.type !== 'enum' || !(isStored(field) || isState))
    checker.expect(['存储的 enum 字段', 'a stored enum field'], field?.type ?? view.field, [...at, 'field']);
  else if (view.lanes !== undefined) checker.values(field, view.lanes, [...at, 'lanes']);
}

function checkDays(view: CalendarView, entity: EntityDocument, checker: Checker, at: At): void {
  for (const name of ['start', 'end'] as const) {
    const path = view[name];
    const field = path === undefined ? undefined : checker.path(entity, path, [...at, name]);
    if (field !== undefined && !isTime(field))
      checker.expect(['日期或时间字段', 'a date or time field'], field.type, [...at, name]);
  }
}
