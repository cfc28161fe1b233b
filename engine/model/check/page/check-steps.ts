import { entityModel } from '../../entity/entity-model.ts';
import type { ActionStep, EntityDocument, FormPage, PageAction } from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/** Checks what a button does, or what follows its call: every name it uses, and that nothing comes after leaving the page. */
export function checkSteps(action: PageAction, entity: EntityDocument, checker: Checker, at: At): void {
  const { after = [] } = action;
  checker.uniqueKeys(after, at);
  const touched = touchedBy(action, checker) ?? entity;
  for (const [index, step] of after.entries()) {
    const here = [...at, index];
    checkStep(
      step,
      { entity, touched, permission: action.api === undefined ? action.permission : undefined },
      checker,
      here,
    );
    const needsCall = step.kind === 'download' || (step.kind === 'open' && step.record === undefined);
    if (action.api === undefined && needsCall)
      checker.expect(checkText('check.steps.stepAfterApi'), step.kind, [...here, 'kind']);
    if (leavesPage(step) && index < after.length - 1)
      checker.expect(checkText('check.steps.stepThatLeavesPageAsLast'), step.key, here);
  }
}

/** Checks what follows the call of a form page: the steps of a button, and one way to leave. */
export function checkStepsOfForm(page: FormPage, entity: EntityDocument, checker: Checker): void {
  const { permission, link, after = [] } = page;
  checkSteps({ key: 'submit', permission, api: page.api.submit, after }, entity, checker, ['after']);
  if (link !== undefined && after.some(leavesPage))
    checker.expect(checkText('check.steps.eitherLinkOrStepThatLeaves'), link, ['link']);
}

/** Whether nothing can follow a step, because the page is left. */
function leavesPage({ kind }: ActionStep): boolean {
  return kind === 'navigate' || kind === 'open' || kind === 'next';
}

/** The entity that what a button calls is about. */
function touchedBy({ api }: PageAction, { operations, documents }: Checker): EntityDocument | undefined {
  const operation = api === undefined ? undefined : operations.get(api);
  if (operation === undefined || operation.kind === 'dataset') return undefined;
  return documents.entities.get(operation.entity);
}

type About = {
  /** The entity whose record the button stands on. */
  readonly entity: EntityDocument;
  /** The entity the call makes or changes a record of. */
  readonly touched: EntityDocument;
  /** The permission of a button that does nothing else. */
  readonly permission: string | undefined;
};

function checkStep(step: ActionStep, { entity, touched, permission }: About, checker: Checker, at: At): void {
  switch (step.kind) {
    case 'refresh':
      for (const [index, name] of step.entities.entries()) checker.entity(name, [...at, 'entities', index]);
      return;
    case 'navigate':
      checkNavigation(step, entity, checker, at);
      return;
    case 'open':
      if (step.record === undefined) checkOpening(step.page, touched, checker, [...at, 'page']);
      else checkOpeningRelated(step.page, step.record, entity, checker, at);
      return;
    case 'next':
      checkNext(step, { entity, permission }, checker, at);
      return;
    case 'download':
      checkDownload(step.field, touched, checker, [...at, 'field']);
  }
}

function checkNext(
  { page, empty }: Extract<ActionStep, { kind: 'next' }>,
  { entity, permission }: Pick<About, 'entity' | 'permission'>,
  checker: Checker,
  at: At,
): void {
  const { queue } = entity;
  if (queue === undefined) checker.expect(checkText('check.steps.entityWithQueue'), entity.name, [...at, 'kind']);
  else if (permission !== undefined && permission !== queue.permission)
    checker.expect(checkText('check.steps.permissionOfQueue', { permission: queue.permission }), permission, [
      ...at,
      'kind',
    ]);
  checkOpening(page, entity, checker, [...at, 'page']);
  if (empty !== undefined) checker.page(empty, [...at, 'empty']);
}

function checkNavigation(
  { page, filters = {} }: Extract<ActionStep, { kind: 'navigate' }>,
  entity: EntityDocument,
  checker: Checker,
  at: At,
): void {
  if (!checker.page(page, [...at, 'page'])) return;
  const target = checker.documents.pages.get(page);
  if (target === undefined || Object.keys(filters).length === 0) return;
  if (target.kind !== 'list') {
    checker.expect(checkText('check.steps.listPageWhereThereAreFilters'), page, [...at, 'page']);
    return;
  }
  const known = (target.filters ?? []).map(({ key }) => key);
  for (const [key, source] of Object.entries(filters)) {
    const here = [...at, 'filters', key];
    if (checker.name('filter', key, known, here, target)) checker.expression(source, 'value', { entity }, here);
  }
}

function checkOpening(page: string, touched: EntityDocument, checker: Checker, at: At): void {
  if (!checker.page(page, at)) return;
  const target = checker.documents.pages.get(page);
  const isOfRecord = target?.kind === 'panorama' || target?.kind === 'detail' || target?.kind === 'form';
  if (target !== undefined && !(isOfRecord && target.entity === touched.name))
    checker.expect(checkText('check.steps.panoramaDetailOrFormPageOf', { touched }), page, at);
}

function checkOpeningRelated(page: string, path: string, entity: EntityDocument, checker: Checker, at: At): void {
  const field = checker.path(entity, path, [...at, 'record']);
  if (field === undefined) return;
  const related = field.type === 'ref' ? checker.documents.entities.get(field.ref ?? '') : undefined;
  if (related === undefined)
    checker.expect(checkText('check.steps.fieldThatRefersToOneRecord'), field.type, [...at, 'record']);
  else checkOpening(page, related, checker, [...at, 'page']);
}

function checkDownload(key: string, touched: EntityDocument, checker: Checker, at: At): void {
  const { fields } = entityModel(touched);
  if (!checker.name('field', key, fields.keys(), at, touched)) return;
  const type = fields.get(key)?.type;
  if (type !== 'file' && type !== 'image') checker.expect(checkText('check.steps.fileOrImageField'), key, at);
  if (!touched.operations.includes('view'))
    checker.expect(checkText('check.steps.entityWithViewOperation'), touched.name, at);
}
