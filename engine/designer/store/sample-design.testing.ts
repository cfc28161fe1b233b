import {
  libraryDictionaries,
  libraryEntities,
  libraryPages,
  loadLibrary,
  type SampleAnswer,
  SampleRefusal,
  sampleBundle,
  visitsDataset,
} from '../../fixtures/index.ts';
import type { Fault } from '../../model/faults/index.ts';
import { pageGrammar } from '../../model/grammar/index.ts';
import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import { mergeDocuments } from '../../model/layers/index.ts';
import { loadCandidatePage } from '../../model/load/index.ts';
import { type PresentPerson, presencePaths } from '../../model/wire/index.ts';

/** A library whose pages are designed, in memory: drafts are merged and checked as the server does it. */
export class SampleDesign {
  /** Drafts by page and level. */
  readonly drafts = new Map<string, { readonly version: number; readonly document: JsonObject }>();
  /** Who else designs. */
  readonly others: PresentPerson[] = [];
  readonly #documents = loadLibrary().documents;

  /** What it answers, by address, for a server in memory. */
  readonly answers: Readonly<Record<string, SampleAnswer>> = {
    '/v1/design/page/view': (body) => this.#view(body),
    '/v1/design/page/parts/view': () => ({
      entities: libraryEntities,
      dictionaries: libraryDictionaries,
      datasets: [visitsDataset],
      pages: libraryPages.map(({ name, title, kind }) => ({ name, title, kind })),
      roles: [{ code: 'clerk', title: '馆员' }],
    }),
    '/v1/design/page/presence/note': () => ({ list: this.others }),
    [presencePaths.leave]: () => ({}),
    // Who designs pages makes no fields here.
    '/v1/design/field/query': () => {
      throw new SampleRefusal('E_NO_PERMISSION');
    },
    '/v1/design/grammar/view': ({ kind }) => pageGrammar(kindOf(kind)),
    '/v1/design/page/draft/save': (body) => this.#save(body),
    '/v1/design/page/draft/discard': (body) => {
      this.drafts.delete(nameOf(body));
      return null;
    },
    '/v1/design/page/preview': ({ page }) =>
      sampleBundle(String(page), new Map(libraryPages.map((one) => [one.name, one])), {}),
  };

  #view(body: JsonObject) {
    const shipped = this.shipped(String(body.page));
    const draft = this.drafts.get(nameOf(body));
    const document = draft?.document ?? shipped;
    return {
      shipped,
      below: shipped,
      published: null,
      draft:
        draft === undefined
          ? null
          : { version: draft.version, operations: [], author: null, updatedAt: '2026-03-02T01:00:00Z' },
      document,
      report: [],
      faults: this.#faults(document),
    };
  }

  #save(body: JsonObject) {
    const before = this.drafts.get(nameOf(body));
    const [mine, base] = [objectIn(body.document), objectIn(body.base)];
    const isPresent = body.version === (before?.version ?? 0);
    const theirs = before?.document ?? this.shipped(String(body.page));
    const merged = isPresent ? { document: mine, collisions: [] } : mergeDocuments(base, mine, theirs);
    const version = (before?.version ?? 0) + 1;
    this.drafts.set(nameOf(body), { version, document: merged.document });
    return { version, ...merged, faults: this.#faults(merged.document) };
  }

  /** A page as it was shipped. */
  shipped(page: string): JsonObject {
    return objectIn(this.#documents.pages.get(page));
  }

  #faults(document: JsonObject): readonly Fault[] {
    const file = { file: `pages/${String(document.name)}.json`, text: JSON.stringify(document) };
    return loadCandidatePage(file, this.#documents).faults;
  }
}

function nameOf({ page, level, role = '' }: JsonObject): string {
  return `${String(page)} ${String(level)} ${String(role)}`;
}

function objectIn(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new TypeError('a page document is an object');
  return value;
}

type Kind = Parameters<typeof pageGrammar>[0];
const kinds: readonly Kind[] = ['list', 'panorama', 'detail', 'form', 'dashboard', 'custom'];

function kindOf(value: unknown): Kind {
  return kinds.find((kind) => kind === value) ?? 'list';
}
