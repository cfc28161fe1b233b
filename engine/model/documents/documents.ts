import type { Fault } from '../faults/fault.ts';
import type {
  DatasetDocument,
  DemoDocument,
  DictionaryDocument,
  DocumentsByKind,
  EntityDocument,
  MenuDocument,
  MigrationDocument,
  PageDocument,
  RoleDocument,
} from '../generated/documents.ts';
import type { WorkCalendar } from '../time/work-calendar.ts';
import type { NodeFault } from './isolate.ts';

/** Kinds of documents under `schemas/`. */
export type DocumentKind = keyof DocumentsByKind;

/** All documents of a product, each kind by name. */
export type DocumentSet = {
  readonly entities: ReadonlyMap<string, EntityDocument>;
  readonly pages: ReadonlyMap<string, PageDocument>;
  readonly dictionaries: ReadonlyMap<string, DictionaryDocument>;
  readonly datasets: ReadonlyMap<string, DatasetDocument>;
  readonly roles: ReadonlyMap<string, RoleDocument>;
  readonly menu: MenuDocument;
  /** Rows of an empty demo database, by entity. */
  readonly demo: ReadonlyMap<string, DemoDocument>;
  /** What becomes of stored rows where the documents changed, in the order of their names. */
  readonly migrations: ReadonlyMap<string, MigrationDocument>;
  /** Nodes taken out of pages because something in them is wrong, by page. */
  readonly pageFaults: ReadonlyMap<string, readonly NodeFault[]>;
  /** Which of the pages were made in the app; nothing where none was. */
  readonly made?: MadePages;
};

/** Pages made in the app: they stand among those of the product, and give nobody anything he has not got without them. */
export type MadePages = {
  readonly names: ReadonlySet<string>;
  /** Those that cannot be shown, each with why. */
  readonly left: readonly LeftPage[];
};

/** A page made in the app that is not shown: the product has its name or address by now, or nothing of it can be drawn. */
export type LeftPage = {
  readonly name: string;
  readonly title: string;
  readonly reason: 'clash' | 'faults';
  readonly faults: readonly Fault[];
};

/** The entity a page is about; undefined for pages of several or of none. */
export function entityOfPage(page: PageDocument): string | undefined {
  return page.kind === 'dashboard' || page.kind === 'custom' ? undefined : page.entity;
}

/** A page with a form that makes a record of an entity, for the pickers of that entity. */
export type CreateForm = {
  readonly entity: string;
  readonly page: string;
  /** Whether no other page has one: then pickers offer it without naming it. */
  readonly only: boolean;
};

/** What is wrong with a page once a layer of it is laid over what lies below. */
export type LayerFaults = {
  readonly level: 'org' | 'role';
  /** Code of the role whose layer it is. */
  readonly role?: string;
  readonly release: number;
  readonly faults: readonly Fault[];
};

/** What the browser gets to draw one page: the page and the slices of documents it mentions. */
export type PageBundle = {
  readonly page: PageDocument;
  readonly entities: readonly EntityDocument[];
  readonly dictionaries: readonly DictionaryDocument[];
  readonly datasets: readonly DatasetDocument[];
  /** Nodes left out because something in them is wrong; drawn as faults where they would stand. */
  readonly faults: readonly NodeFault[];
  /** Forms of other pages by which the reader may make what the forms of this one choose from. */
  readonly creates?: readonly CreateForm[];
  /** Masking policies of whose fields the reader is shown no value in clear, whatever key he holds. */
  readonly unrevealed?: readonly string[];
  /** Whether it shows fields under a mask: whoever looks at it is marked over it. */
  readonly isPersonal?: boolean;
  /** Layers of this page that are left out because what they make of it has faults; told only to who may design. */
  readonly layerFaults?: readonly LayerFaults[];
  /** The days worked, where an expression of the page counts them. */
  readonly calendar?: WorkCalendar;
  /** Content hash of the bundle, for the browser's cache. */
  readonly hash: string;
};
