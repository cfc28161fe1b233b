import type { PageBundle } from '../../model/documents/index.ts';
import type { Fault } from '../../model/faults/index.ts';

/** Kinds of pages that are made of an entity. */
export type EntityKind = 'list' | 'kanban' | 'panorama' | 'detail' | 'form';

type OfEntity = {
  readonly title: string;
  readonly slug: string;
  readonly entity: string;
  readonly fields: readonly string[];
};

/** What somebody chose for rows of an entity: a list, or cards laid out by a choice. */
export type ListChoices = OfEntity & {
  readonly kind: 'list' | 'kanban';
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly buttons: readonly string[];
  /** By what the cards of a board are laid out. */
  readonly lane?: string | undefined;
  /** The page that the name of a row opens. */
  readonly opens?: string | undefined;
};

/** What somebody chose for one record of an entity. */
export type RecordChoices = OfEntity & {
  readonly kind: 'panorama' | 'detail';
  readonly facts: readonly string[];
  readonly tags: readonly string[];
  readonly tabs: readonly string[];
  readonly buttons: readonly string[];
};

/** What somebody chose for the form of a new record. */
export type FormChoices = OfEntity & {
  readonly kind: 'form';
  /** The list that is opened after it was sent. */
  readonly opens?: string | undefined;
};

export type Chart = 'bar' | 'line' | 'area' | 'pie';

/** What somebody chose for a board of a dataset. */
export type BoardChoices = {
  readonly kind: 'dashboard';
  readonly title: string;
  readonly slug: string;
  readonly dataset: string;
  readonly measures: readonly string[];
  readonly dimension?: string | undefined;
  readonly chart?: Chart | undefined;
};

export type Choices = ListChoices | RecordChoices | FormChoices | BoardChoices;

/** A page made in the app, as the table of them has it. */
export type MadePage = {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly kind: string;
  readonly state: 'draft' | 'published' | 'retired';
  readonly left: 'clash' | 'faults' | null;
  readonly faults: readonly Fault[];
  readonly parent: string | null;
  readonly roles: readonly string[];
  readonly choices: Choices;
  readonly version: number;
  readonly author: string | null;
  readonly updatedAt: string;
};

/** What a page can be made from, and where it can stand. */
export type Sources = {
  readonly entities: readonly Named[];
  readonly datasets: readonly Named[];
  readonly groups: readonly { readonly name: string; readonly titles: readonly string[] }[];
  readonly roles: readonly {
    readonly code: string;
    readonly title: string;
    readonly hasAll: boolean;
    readonly isOwn: boolean;
  }[];
};

type Named = { readonly name: string; readonly title: string };

/** Something that can be chosen. */
export type Offer = { readonly key: string; readonly title: string; readonly isUsual: boolean };

/** What a page of an entity can show and do; what a kind of page has no place for is empty. */
export type EntityOffers = {
  readonly kinds: readonly EntityKind[];
  readonly columns: readonly Offer[];
  readonly filters: readonly Offer[];
  readonly lanes: readonly Offer[];
  readonly facts: readonly Offer[];
  readonly tags: readonly Offer[];
  readonly tabs: readonly Offer[];
  readonly opens: readonly Offer[];
  readonly fields: readonly Offer[];
  readonly buttons: readonly (Offer & { readonly place: 'toolbar' | 'row' | 'bulk'; readonly permission: string })[];
  readonly slug: string;
};

/** What of a dataset a board can show. */
export type BoardOffers = {
  readonly measures: readonly Offer[];
  readonly dimensions: readonly Offer[];
  readonly slug: string;
};

/** What choices make. */
export type CheckedPage = {
  readonly faults: readonly Fault[];
  readonly bundle: PageBundle | null;
  /** A record that a page of one record is looked at with. */
  readonly record: string | null;
};

/** What one part of a package would do. */
export type PackageLine = {
  readonly kind: 'page' | 'layer' | 'field' | 'dictionary' | 'menu';
  readonly page: string;
  readonly title: string;
  readonly level: 'org' | 'role' | null;
  readonly role: string | null;
  readonly state: 'new' | 'same' | 'replaced' | 'faulty';
  readonly edits: number;
  /** What would be otherwise of a node of the menu. */
  readonly changes?: readonly string[];
  readonly asleep: readonly string[];
  readonly conflicts: number;
  readonly faults: readonly Fault[];
};
