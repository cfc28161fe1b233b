import type { PageBundle } from '../../model/documents/index.ts';
import type { Fault } from '../../model/faults/index.ts';

/** What somebody chose for a list of an entity. */
export type ListChoices = {
  readonly kind: 'list';
  readonly title: string;
  readonly slug: string;
  readonly entity: string;
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly fields: readonly string[];
  readonly buttons: readonly string[];
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

export type Choices = ListChoices | BoardChoices;

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

/** What of an entity a list can show. */
export type ListOffers = {
  readonly columns: readonly Offer[];
  readonly filters: readonly Offer[];
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
export type CheckedPage = { readonly faults: readonly Fault[]; readonly bundle: PageBundle | null };

/** What one part of a package would do. */
export type PackageLine = {
  readonly kind: 'page' | 'layer';
  readonly page: string;
  readonly title: string;
  readonly level: 'org' | 'role' | null;
  readonly role: string | null;
  readonly state: 'new' | 'same' | 'replaced' | 'faulty';
  readonly edits: number;
  readonly asleep: readonly string[];
  readonly conflicts: number;
  readonly faults: readonly Fault[];
};
