import type { PageDocument } from '../../model/documents/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { parseKeyPath } from '../../model/layers/index.ts';
import { pathBelow } from '../document/edits.ts';

type FormPage = Extract<PageDocument, { readonly kind: 'form' }>;

/** A form of a page as a page of its own, so that it can be drawn; and its key path. */
export type DrawnForm = { readonly at: string; readonly page: FormPage };

/** The form that a node belongs to; undefined for what stands on the page itself, or a form nothing opens. */
export function drawnForm(document: JsonObject, node: string): DrawnForm | undefined {
  const [list, name] = parseKeyPath(node) ?? [];
  const { forms } = document;
  if (list !== 'forms' || name === undefined || !isJsonObject(forms) || !Object.hasOwn(forms, name)) return undefined;
  const form = forms[name];
  const opener = openerOf(document, name, document.entity);
  if (!isJsonObject(form) || opener === undefined) return undefined;
  const { permission, api, title, entity } = opener;
  const page: unknown = {
    ...{ schemaVersion: document.schemaVersion, name: document.name, path: document.path, kind: 'form', scope: 'all' },
    ...{ title: form.title ?? title, entity, permission, api: { submit: api }, form },
  };
  return isFormPage(page) ? { at: pathBelow('forms', name), page } : undefined;
}

type Opener = {
  readonly permission: unknown;
  readonly api: unknown;
  readonly title: unknown;
  readonly entity: unknown;
};

/** What opens a form: a button, or a tab; of the entity that what is around it is about. */
function openerOf(part: unknown, name: string, around: unknown): Opener | undefined {
  if (Array.isArray(part)) {
    for (const item of part) {
      const found = openerOf(item, name, around);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isJsonObject(part)) return undefined;
  const entity = part.entity ?? around;
  const { form, permission, api, title } = part;
  if (form === name && typeof api === 'string') return { permission, api, title, entity };
  return openerOf(Object.values(part), name, entity);
}

/** Whether it has what drawing a form takes; what else is wrong is shown in its place. */
function isFormPage(page: unknown): page is FormPage {
  if (!isJsonObject(page) || !isJsonObject(page.form)) return false;
  return typeof page.entity === 'string' && typeof page.permission === 'string' && Array.isArray(page.form.sections);
}
