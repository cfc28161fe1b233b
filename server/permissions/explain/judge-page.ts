import { isPathShown } from '../../../engine/model/access/index.ts';
import type { DocumentSet, FieldMask, PageDocument } from '../../../engine/model/documents/index.ts';
import { pathTitle } from '../../../engine/model/entity/index.ts';
import { type JudgedPart, pageForUser, withoutHiddenFields } from '../../../engine/model/view/index.ts';
import { lackOfPage, maskOfField } from '../../access/page-bundle.ts';
import { type Caller, mayOpen } from '../../kernel/caller/caller.ts';

/** A field that a page shows, with the mask that lies on it. */
export type JudgedField = {
  readonly entity: string;
  readonly path: string;
  readonly title: string;
  readonly mask: FieldMask | undefined;
  /** Whether the entity shows it to the caller at all. */
  readonly isShown: boolean;
};

/** A page as it was decided for a caller: what he lacks to open it, its parts that need something, and the fields it shows. */
export type JudgedPage = {
  readonly lack: ReturnType<typeof lackOfPage>;
  readonly parts: readonly JudgedPart[];
  readonly fields: readonly JudgedField[];
};

/** Decides a page for a caller by the functions that make it for him, and writes down what they decide. */
export function judgePage(page: PageDocument, caller: Caller, documents: DocumentSet): JudgedPage {
  const parts: JudgedPart[] = [];
  const fields = new Map<string, JudgedField>();
  pageForUser(
    page,
    { grants: caller.grants, mayOpen: (name) => mayOpen(caller, name), onJudged: (part) => parts.push(part) },
    documents,
  );
  const note = (entity: string, path: string) => {
    const document = documents.entities.get(entity);
    const title = document === undefined ? path : pathTitle(documents.entities, document, path);
    const isShown = document === undefined || isPathShown(documents.entities, document, path, caller.grants);
    fields.set(`${entity} ${path}`, { entity, path, title, mask: maskOfField(entity, path, documents), isShown });
    return true;
  };
  withoutHiddenFields(page, note, documents);
  return { lack: lackOfPage(page, caller), parts: distinct(parts), fields: [...fields.values()] };
}

/** Forms and tabs may ask for the same in several places. */
function distinct(parts: readonly JudgedPart[]): readonly JudgedPart[] {
  return [...new Map(parts.map((part) => [partKey(part), part])).values()];
}

/** What tells a part of a page from the others. */
export function partKey({ area, key, needs }: JudgedPart): string {
  return `${area}/${key}/${'page' in needs ? needs.page : needs.permission}`;
}
