import { isJsonObject, type JsonObject } from '../json/json.ts';
import { mergeObjects } from './extend.ts';

/** A form of another page that a form starts from. */
export type FormBase = { readonly page: string; readonly form: string };

/** What a form says in `extends`, written `page/form`; undefined where it says nothing that could be followed. */
export function baseOfForm(form: unknown): FormBase | undefined {
  if (!isJsonObject(form) || typeof form.extends !== 'string') return undefined;
  const [page = '', name = ''] = form.extends.split('/');
  return { page, form: name };
}

/** The forms of a page by name. */
export function formsOfPage(page: JsonObject): Readonly<Record<string, unknown>> {
  return isJsonObject(page.forms) ? page.forms : {};
}

/** A form that says only what differs from its base; fields of a base that names no entity are of its own page's. */
export function extendForm(own: JsonObject, base: JsonObject, entity: unknown): JsonObject {
  const { extends: _, ...rest } = own;
  return mergeObjects({ entity, ...base }, rest);
}
