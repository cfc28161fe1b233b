import { type Grants, isGranted } from '../../access/permissions.ts';
import type { CreateForm, DocumentSet } from '../../documents/documents.ts';
import type { EntityDocument, PageDocument } from '../../generated/documents.ts';
import { apiBase } from '../../naming/naming.ts';

/** What of a page makes a record of an entity by a form: its permission, and the button where it is one. */
export function createFormOf(
  page: PageDocument,
  entity: EntityDocument,
): { readonly permission: string; readonly action?: string } | undefined {
  const api = `${apiBase(entity)}/create`;
  if (page.kind === 'form') return page.api.submit === api ? { permission: page.permission } : undefined;
  if (page.kind !== 'list') return undefined;
  const action = (page.toolbar ?? []).find((button) => button.api === api && button.form !== undefined);
  return action === undefined ? undefined : { permission: action.permission, action: action.key };
}

type Reader = { readonly grants: Grants; readonly mayOpen: (page: string) => boolean };

/** The forms by which a user may make records of these entities. */
export function createForms(
  entities: Iterable<string>,
  reader: Reader,
  documents: Pick<DocumentSet, 'entities' | 'pages' | 'made'>,
): readonly CreateForm[] {
  return [...entities].flatMap((name) => {
    const entity = documents.entities.get(name);
    if (entity === undefined || !entity.operations.includes('create')) return [];
    const all = [...documents.pages.values()].flatMap((page) => {
      // What was made in the app adds nothing to the pages of the product.
      const form = documents.made?.names.has(page.name) === true ? undefined : createFormOf(page, entity);
      return form === undefined ? [] : [{ page: page.name, permission: form.permission }];
    });
    return all
      .filter(({ page, permission }) => reader.mayOpen(page) && isGranted(reader.grants, permission))
      .map(({ page }) => ({ entity: name, page, only: all.length === 1 }));
  });
}
