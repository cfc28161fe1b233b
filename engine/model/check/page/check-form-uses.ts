import type { DetailPage, FormDocument, PageDocument, PanoramaPage } from '../../generated/documents.ts';
import { isJsonObject } from '../../json/json.ts';
import { checkText } from '../../texts/check-text.ts';
import type { At, Checker } from '../checker/checker.ts';

/**
 * What a form says has to suit what it is sent to. One that only changes records starts with what they hold: a default
 * would never be taken. Rows that neither come nor go are those of a record that is there.
 */
export function checkFormUses(page: PageDocument, checker: Checker): void {
  const forms = 'forms' in page ? (page.forms ?? {}) : {};
  const kinds = operationsByForm(page, checker);
  for (const [name, form] of Object.entries(forms)) {
    const used = kinds.get(name);
    if (used !== undefined) checkUse(form, used, checker, ['forms', name]);
  }
  const submitted = page.kind === 'form' ? checker.operations.get(page.api.submit)?.kind : undefined;
  if (page.kind === 'form' && submitted !== undefined) checkUse(page.form, new Set([submitted]), checker, ['form']);
}

/** The entity whose rows open a form of a panorama, by the name of the form; without those that anything else opens too. */
export function rowFormOwners({ header, tabs = [] }: DetailPage | PanoramaPage): ReadonlyMap<string, string> {
  const rows = tabs.flatMap((tab) => (tab.kind === 'list' || tab.kind === 'timeline' ? [tab] : []));
  const others = new Set([
    ...(header.actions ?? []).map(({ form }) => form),
    ...tabs.flatMap((tab) => (tab.kind === 'form' ? [tab.form] : [])),
    ...rows.flatMap(({ toolbar = [] }) => toolbar.map(({ form }) => form)),
  ]);
  const opened = rows.flatMap(({ row = [], entity }) => row.map(({ form }) => ({ form, entity })));
  const isOf = (name: string, owner: string) => opened.every(({ form, entity }) => form !== name || entity === owner);
  return new Map(
    opened.flatMap(({ form, entity }) =>
      form === undefined || others.has(form) || !isOf(form, entity) ? [] : [[form, entity] as const],
    ),
  );
}

function checkUse(form: FormDocument, used: ReadonlySet<string>, checker: Checker, at: At): void {
  if (used.size === 1 && used.has('modify')) refuseDefaults(form, checker, at);
  else refuseFixedRows(form, checker, at);
}

function refuseFixedRows(form: FormDocument, checker: Checker, at: At): void {
  for (const [index, section] of form.sections.entries())
    for (const [position, item] of section.fields.entries())
      if (typeof item !== 'string' && item.rows === 'fixed')
        checker.expect(checkText('check.formUses.fixedRowsInFormThatOnly'), item.key, [
          ...at,
          'sections',
          index,
          'fields',
          position,
          'rows',
        ]);
}

/** Kinds of the operations each form of a page is sent to, by the buttons that open it. */
function operationsByForm(page: PageDocument, checker: Checker): ReadonlyMap<string, ReadonlySet<string>> {
  const kinds = new Map<string, Set<string>>();
  for (const { form, api } of objectsIn(page)) {
    if (typeof form === 'string' && typeof api === 'string')
      kinds.set(form, (kinds.get(form) ?? new Set()).add(checker.operations.get(api)?.kind ?? ''));
  }
  return kinds;
}

/** Every object of a document, the outer ones first. */
function* objectsIn(node: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (isJsonObject(node)) yield node;
  const parts: readonly unknown[] = typeof node === 'object' && node !== null ? Object.values(node) : [];
  for (const part of parts) yield* objectsIn(part);
}

function refuseDefaults(form: FormDocument, checker: Checker, at: At): void {
  for (const [index, section] of form.sections.entries())
    for (const [position, item] of section.fields.entries())
      if (typeof item !== 'string' && item.defaultValue !== undefined)
        checker.expect(checkText('check.formUses.defaultInFormThatCreatesThis'), item.key, [
          ...at,
          'sections',
          index,
          'fields',
          position,
          'defaultValue',
        ]);
}
