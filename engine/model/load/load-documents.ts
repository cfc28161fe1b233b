import { knownPermissions, operationIndex } from '../access/operations.ts';
import type { CheckContext, ImplementedParts } from '../check/checker/check-context.ts';
import { checkShape } from '../check/source/check-shape.ts';
import type { DocumentKind, DocumentSet } from '../documents/documents.ts';
import type { NodeFault } from '../documents/isolate.ts';
import { isMadeName, madePathPrefix, madePrefix } from '../documents/made-names.ts';
import type { Fault } from '../faults/fault.ts';
import type { DocumentsByKind, EntityDocument, MenuDocument, PageDocument } from '../generated/documents.ts';
import { formerKeyFaults } from '../json/former-keys.ts';
import { documentText } from '../texts/document-text.ts';
import { expectation } from '../texts/message.ts';
import type { WidgetContract } from '../widget/widget-contract.ts';
import { withAuthors } from './authors.ts';
import { otherFaults, pageFaultsOf } from './cross-check.ts';
import { loadPage } from './load-page.ts';
import { checkPlatformFields } from './platform-fields.ts';
import { type DocumentFile, nameOf, readSources, type SourceDocument } from './read-sources.ts';
import { checkShippedNames } from './shipped-names.ts';

export type { DocumentFile } from './read-sources.ts';

/** What could be loaded, and every fault found. */
export type LoadedDocuments = {
  readonly documents: DocumentSet;
  /** All faults, those of pages too. */
  readonly faults: readonly Fault[];
  /** Faults the product cannot be served with: all but those of pages, whose bad nodes are left out. */
  readonly fatal: readonly Fault[];
};

export type LoadOptions = {
  /** Documents of the platform, below those of the product. */
  readonly base?: readonly DocumentFile[];
  /** Widgets the product registers; without them the names of widgets are not checked. */
  readonly widgets?: readonly WidgetContract[];
  /** What programs implement for a product with these entities; without it actions and answers are not checked. */
  readonly implemented?: (documents: Pick<DocumentSet, 'entities'>) => ImplementedParts;
};

/** Reads documents from texts, checks shape and cross-references, and answers all faults at once. */
export function loadDocuments(files: readonly DocumentFile[], options: LoadOptions = {}): LoadedDocuments {
  const faults: Fault[] = [];
  const sources = withAuthors(readSources(files, options.base ?? [], faults), faults);
  const shaped = new ShapedDocuments(faults);
  for (const source of sources) if (source.kind !== 'page') shaped.add(source);
  faults.push(...checkPlatformFields(sources, options.base ?? []), ...checkShippedNames(sources));
  const pageSources = uniquePages(sources, faults);
  const documents = shaped.documents();
  const names = new Set(pageSources.keys());
  const context = checkContext(documents, shapedPages(pageSources), names, options);
  for (const [document, found] of otherFaults(context)) {
    const source = shaped.sourceOf(document);
    faults.push(...found.map((fault) => source?.located(fault) ?? fault));
  }
  const fatal = [...faults];
  const pageFaultsByFile = new Map<string, readonly Fault[]>();
  const pages = new Map<string, DocumentsByKind['page']>();
  const pageFaults = new Map<string, readonly NodeFault[]>();
  for (const [name, source] of pageSources) {
    const loaded = loadPage(source, (page) => pageFaultsOf(page, context));
    pageFaultsByFile.set(source.file, loaded.faults);
    if (loaded.page === undefined) continue;
    pages.set(name, loaded.page);
    if (loaded.nodes.length > 0) pageFaults.set(name, loaded.nodes);
  }
  for (const source of pageSources.values()) faults.push(...oncePerFile(source, pageFaultsByFile));
  return { documents: { ...documents, pages, pageFaults }, faults, fatal };
}

/** The faults of a page without those it inherited: they are told where they were written, not at every page that extends it. */
function oncePerFile({ file, startsFrom }: SourceDocument, byFile: FaultsByFile): readonly Fault[] {
  const faults = byFile.get(file) ?? [];
  const isWritten = (fault: Fault) =>
    [...startsFrom].some((base) => (byFile.get(base) ?? []).some((written) => isAlike(written, fault)));
  return faults.filter((fault) => !(inheritedPlace.test(fault.pointer) && isWritten(fault)));
}

type FaultsByFile = ReadonlyMap<string, readonly Fault[]>;

/** Where a fault stands that was not written in the file itself, see `ownPointer`. */
const inheritedPlace = /\/(extends|tabsOf)$/;

function isAlike(one: Fault, other: Fault): boolean {
  return one.code === other.code && one.got === other.got && one.expected === other.expected;
}

/** A page as it stands in an editor: what can be drawn of it, and what is wrong. */
export type CandidatePage = {
  readonly page: PageDocument | undefined;
  readonly nodes: readonly NodeFault[];
  readonly faults: readonly Fault[];
};

/**
 * Checks one page as it stands in an editor against documents that are loaded: the same checks, the same faults, the
 * same way of leaving out bad nodes as at load. Its `extends` and `tabsOf` start from the
 * loaded pages.
 */
export function loadCandidatePage(
  file: DocumentFile,
  documents: DocumentSet,
  options: Pick<LoadOptions, 'widgets'> = {},
): CandidatePage {
  const faults: Fault[] = [];
  const startsFromOthers = ['"extends"', '"tabsOf"'].some((word) => file.text.includes(word));
  const sources = readSources([file], startsFromOthers ? pageFilesOf(documents) : [], faults);
  const source = sources.find((read) => read.file === file.file);
  if (source === undefined) return { page: undefined, nodes: [], faults };
  const names = new Set([...documents.pages.keys(), nameOf(source.json)]);
  const context = checkContext(documents, documents.pages, names, options);
  const loaded = loadPage(source, (page) => pageFaultsOf(page, context));
  return { page: loaded.page, nodes: loaded.nodes, faults: [...faults, ...loaded.faults] };
}

/** The loaded pages as files, for a page that starts from one of them. */
function pageFilesOf(documents: DocumentSet): readonly DocumentFile[] {
  return [...documents.pages.values()].map((page) => ({
    file: `pages/${page.name}.json`,
    text: JSON.stringify(page),
  }));
}

const emptyMenu: MenuDocument = { schemaVersion: 2, name: 'menu', children: [] };

/** Collects documents of right shape by kind and name. */
class ShapedDocuments {
  readonly #entities = new Map<string, EntityDocument>();
  readonly #dictionaries = new Map<string, DocumentsByKind['dictionary']>();
  readonly #datasets = new Map<string, DocumentsByKind['dataset']>();
  readonly #roles = new Map<string, DocumentsByKind['role']>();
  readonly #demo = new Map<string, DocumentsByKind['demo']>();
  readonly #migrations = new Map<string, DocumentsByKind['migration']>();
  readonly #sources = new Map<unknown, SourceDocument>();
  #menu = emptyMenu;

  constructor(readonly faults: Fault[]) {}

  add(source: SourceDocument): void {
    switch (source.kind) {
      case 'entity':
        this.#keep(source, this.#shape('entity', source), this.#entities);
        break;
      case 'dictionary':
        this.#keep(source, this.#shape('dictionary', source), this.#dictionaries);
        break;
      case 'dataset':
        this.#keep(source, this.#shape('dataset', source), this.#datasets);
        break;
      case 'role':
        this.#keep(source, this.#shape('role', source), this.#roles);
        break;
      case 'demo':
        this.#keep(source, this.#shape('demo', source), this.#demo);
        break;
      case 'migration':
        this.#keep(source, this.#shape('migration', source), this.#migrations);
        break;
      case 'menu':
        this.#menu = this.#shape('menu', source) ?? this.#menu;
        this.#sources.set(this.#menu, source);
    }
  }

  sourceOf(document: unknown): SourceDocument | undefined {
    return this.#sources.get(document);
  }

  documents(): Omit<DocumentSet, 'pages' | 'pageFaults'> {
    return {
      entities: this.#entities,
      dictionaries: this.#dictionaries,
      datasets: this.#datasets,
      roles: this.#roles,
      menu: this.#menu,
      demo: this.#demo,
      migrations: new Map([...this.#migrations].sort(([one], [other]) => (one < other ? -1 : 1))),
    };
  }

  #shape<Kind extends DocumentKind>(kind: Kind, source: SourceDocument): DocumentsByKind[Kind] | undefined {
    const { document, faults } = checkShape(kind, source.json);
    this.faults.push(...[...faults, ...formerKeyFaults(source.json)].map((fault) => source.located(fault)));
    return document;
  }

  #keep<Document>(source: SourceDocument, document: Document | undefined, into: Map<string, Document>): void {
    if (document === undefined) return;
    const name = nameOf(source.json);
    if (into.has(name)) this.faults.push(doubleName(source, name));
    into.set(name, document);
    this.#sources.set(document, source);
  }
}

function doubleName(source: SourceDocument, name: string): Fault {
  return source.located({
    code: 'E_SCHEMA_DUPLICATE',
    pointer: source.kind === 'role' ? '/code' : '/name',
    ...expectation(documentText('check.load.uniqueName')),
    got: name,
  });
}

/** Pages by name; of two with one name or one path the first stays. */
function uniquePages(sources: readonly SourceDocument[], faults: Fault[]): ReadonlyMap<string, SourceDocument> {
  const pages = new Map<string, SourceDocument>();
  const paths = new Map<unknown, string>();
  for (const source of sources) {
    if (source.kind !== 'page') continue;
    const name = nameOf(source.json);
    const owner = paths.get(source.json.path);
    faults.push(...reservedFaults(source, name));
    if (pages.has(name)) {
      faults.push(doubleName(source, name));
    } else if (owner !== undefined && source.json.path !== undefined) {
      faults.push(
        source.located({
          code: 'E_SCHEMA_DUPLICATE',
          pointer: '/path',
          ...expectation(documentText('check.load.addressTaken', { owner })),
          got: String(source.json.path),
        }),
      );
    } else {
      pages.set(name, source);
      paths.set(source.json.path, name);
    }
  }
  return pages;
}

/** Names and addresses of pages made in the app: no page of a product may have one, or it would be shown to whom that was given. */
function reservedFaults(source: SourceDocument, name: string): readonly Fault[] {
  const { path } = source.json;
  const isPath = typeof path === 'string' && path.startsWith(madePathPrefix);
  const fault = (pointer: string, got: string): Fault =>
    source.located({
      code: 'E_SCHEMA_CONFLICT',
      pointer,
      ...expectation(documentText('check.load.madeNames', { name: madePrefix, path: madePathPrefix })),
      got,
    });
  return [...(isMadeName(name) ? [fault('/name', name)] : []), ...(isPath ? [fault('/path', String(path))] : [])];
}

/** Pages of right shape, for what a link must know of the page it opens. */
function shapedPages(sources: ReadonlyMap<string, SourceDocument>): ReadonlyMap<string, PageDocument> {
  return new Map(
    [...sources].flatMap(([name, source]) => {
      const { document } = checkShape('page', source.json);
      return document === undefined ? [] : [[name, document] as const];
    }),
  );
}

/** Look-ups for the checks; a page another one links to is known by its name, whatever is wrong with it. */
function checkContext(
  documents: Omit<DocumentSet, 'pages' | 'pageFaults'>,
  pages: ReadonlyMap<string, PageDocument>,
  pageNames: ReadonlySet<string>,
  { widgets, implemented }: Pick<LoadOptions, 'widgets' | 'implemented'>,
): CheckContext {
  return {
    documents: { ...documents, pages, pageFaults: new Map() },
    pageNames,
    operations: operationIndex(documents),
    permissions: knownPermissions(documents),
    widgets: widgets === undefined ? undefined : new Map(widgets.map((widget) => [widget.name, widget])),
    implemented: implemented?.(documents),
  };
}
