import { checkEntity } from './check/check-entity.ts';
import { checkDataset, checkMenu, checkRole } from './check/check-others.ts';
import { checkPage } from './check/check-page.ts';
import { checkShape } from './check/check-shape.ts';
import { Checker } from './check/checker.ts';
import type { DocumentKind, DocumentSet } from './documents.ts';
import type { Fault } from './fault.ts';
import { pointer } from './fault.ts';
import type { DocumentsByKind, MenuDocument } from './generated/documents.ts';
import { operationIndex } from './operations.ts';

/** A file of the documents folder; `file` is relative to it, with `/`, for example `entities/customer.json`. */
export type DocumentFile = { readonly file: string; readonly text: string };

/** What could be loaded, and every fault found; a document with faults of shape is left out. */
export type LoadedDocuments = { readonly documents: DocumentSet; readonly faults: readonly Fault[] };

const kindOfFolder: ReadonlyMap<string, DocumentKind> = new Map([
  ['entities', 'entity'],
  ['pages', 'page'],
  ['dictionaries', 'dictionary'],
  ['datasets', 'dataset'],
  ['roles', 'role'],
]);

const emptyMenu: MenuDocument = { schemaVersion: 1, name: 'crm', children: [] };

/** Reads documents from texts, checks shape and cross-references, and answers all faults at once. */
export function loadDocuments(files: readonly DocumentFile[]): LoadedDocuments {
  const faults: Fault[] = [];
  const collected = {
    entity: new Map<string, DocumentsByKind['entity']>(),
    page: new Map<string, DocumentsByKind['page']>(),
    dictionary: new Map<string, DocumentsByKind['dictionary']>(),
    dataset: new Map<string, DocumentsByKind['dataset']>(),
    role: new Map<string, DocumentsByKind['role']>(),
  };
  let menu = emptyMenu;
  const fileOf = new Map<unknown, string>();
  const keep = <Document>(
    into: Map<string, Document>,
    name: string,
    document: Document,
    file: string,
    nameKey: string,
  ): void => {
    if (into.has(name))
      faults.push({ code: 'E_SCHEMA_DUPLICATE', file, pointer: pointer(nameKey), expected: '名称必须唯一', got: name });
    into.set(name, document);
    fileOf.set(document, file);
  };

  for (const { file, text } of files) {
    const kind = file === 'menu.json' ? 'menu' : kindOfFolder.get(file.split('/', 1)[0] ?? '');
    if (kind === undefined) {
      faults.push({ code: 'E_SCHEMA_UNKNOWN_NAME', file, pointer: '', expected: '文件夹', got: file });
      continue;
    }
    const shaped = checkShape(kind, file, text, faults);
    if (shaped === undefined) continue;
    switch (shaped.kind) {
      case 'menu':
        menu = shaped.document;
        fileOf.set(menu, file);
        break;
      case 'role':
        keep(collected.role, shaped.document.code, shaped.document, file, 'code');
        break;
      case 'entity':
        keep(collected.entity, shaped.document.name, shaped.document, file, 'name');
        break;
      case 'page':
        keep(collected.page, shaped.document.name, shaped.document, file, 'name');
        break;
      case 'dictionary':
        keep(collected.dictionary, shaped.document.name, shaped.document, file, 'name');
        break;
      case 'dataset':
        keep(collected.dataset, shaped.document.name, shaped.document, file, 'name');
    }
  }

  const documents: DocumentSet = {
    entities: collected.entity,
    pages: collected.page,
    dictionaries: collected.dictionary,
    datasets: collected.dataset,
    roles: collected.role,
    menu,
  };
  faults.push(...crossCheck(documents, fileOf));
  return { documents, faults };
}

function crossCheck(documents: DocumentSet, fileOf: ReadonlyMap<unknown, string>): readonly Fault[] {
  const operations = operationIndex(documents);
  const faults: Fault[] = [];
  const check = <Document>(document: Document, run: (document: Document, checker: Checker) => void): void => {
    const checker = new Checker(documents, operations, fileOf.get(document) ?? '');
    run(document, checker);
    faults.push(...checker.faults);
  };
  for (const entity of documents.entities.values()) check(entity, checkEntity);
  for (const dataset of documents.datasets.values()) check(dataset, checkDataset);
  for (const page of documents.pages.values()) check(page, checkPage);
  for (const role of documents.roles.values()) check(role, checkRole);
  if (fileOf.has(documents.menu)) check(documents.menu, checkMenu);
  const paths = new Map<string, string>();
  for (const page of documents.pages.values()) {
    const other = paths.get(page.path);
    const file = fileOf.get(page) ?? '';
    if (other !== undefined)
      faults.push({
        code: 'E_SCHEMA_DUPLICATE',
        file,
        pointer: '/path',
        expected: `已被页面 ${other} 使用`,
        got: page.path,
      });
    paths.set(page.path, page.name);
  }
  return faults;
}
