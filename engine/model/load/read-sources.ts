import { type ReadDocument, readDocument } from '../check/source/read-document.ts';
import { documentFolders, documentKindOf } from '../documents/document-kind.ts';
import type { DocumentKind } from '../documents/documents.ts';
import { extendDocument, ownPointer } from '../extend/extend.ts';
import { baseOfForm, extendForm, formsOfPage } from '../extend/extend-forms.ts';
import { shareTabs, tabsOfDocument } from '../extend/shared-tabs.ts';
import { brief, type Fault, shownValue } from '../faults/fault.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { nearestName } from '../naming/naming.ts';
import { documentText } from '../texts/document-text.ts';
import { expectation } from '../texts/message.ts';

/** A file of the documents folder; `file` is relative to it, with `/`, for example `entities/customer.json`. */
export type DocumentFile = { readonly file: string; readonly text: string };

/** A document with what it inherits, not yet checked. */
export type SourceDocument = {
  readonly kind: DocumentKind;
  readonly file: string;
  readonly json: JsonObject;
  /** Files of the documents it starts from, through as many as it takes. */
  readonly startsFrom: ReadonlySet<string>;
  /** Brings the place of a fault to where it was written: the file holds only what differs from its base. */
  readonly located: (fault: Fault) => Fault;
};

/** Layer a file belongs to: the platform's own documents lie below those of the product. */
type Layered = ReadDocument & { readonly layer: 'base' | 'own' };

/** Folder of the platform's documents in the faults that name them. */
const baseFolder = 'platform/';

/** Reads the documents of a product over those of the platform and resolves `extends`, forms of other pages and `tabsOf`; adds every fault found. */
export function readSources(
  own: readonly DocumentFile[],
  base: readonly DocumentFile[],
  faults: Fault[],
): readonly SourceDocument[] {
  const read = [
    ...base.flatMap((file) => readFile(file, 'base', faults)),
    ...own.flatMap((file) => readFile(file, 'own', faults)),
  ];
  const resolver = new Resolver(read, faults);
  return read.filter((document) => !resolver.isCovered(document)).map((document) => resolver.resolve(document));
}

function readFile({ file, text }: DocumentFile, layer: Layered['layer'], faults: Fault[]): readonly Layered[] {
  const name = layer === 'base' ? `${baseFolder}${file}` : file;
  const kind = documentKindOf(file);
  if (kind === undefined) {
    faults.push({
      code: 'E_SCHEMA_UNKNOWN_NAME',
      file: name,
      pointer: '',
      ...expectation(documentText('check.load.folder', { folders: documentFolders })),
      got: file,
    });
    return [];
  }
  const document = readDocument(kind, name, text, faults);
  return document === undefined ? [] : [{ ...document, layer }];
}

/** Follows `extends` from document to document. */
class Resolver {
  readonly #resolved = new Map<Layered, SourceDocument>();
  readonly #merged = new Map<Layered, SourceDocument>();
  readonly #open = new Set<Layered>();

  constructor(
    readonly documents: readonly Layered[],
    readonly faults: Fault[],
  ) {}

  /** Whether a platform document is replaced by one of the product that starts from it. */
  isCovered(document: Layered): boolean {
    return (
      document.layer === 'base' &&
      this.documents.some((other) => other.layer === 'own' && this.#startsFrom(other, document))
    );
  }

  resolve(document: Layered): SourceDocument {
    const known = this.#resolved.get(document);
    if (known !== undefined) return known;
    this.#open.add(document);
    const source = this.#withTabs(document, this.#withForms(document, this.#extended(document)));
    this.#open.delete(document);
    this.#resolved.set(document, source);
    return source;
  }

  #extended(document: Layered): SourceDocument {
    const known = this.#merged.get(document);
    if (known !== undefined) return known;
    const source = this.#mergedWithBase(document);
    this.#merged.set(document, source);
    return source;
  }

  #mergedWithBase(document: Layered): SourceDocument {
    const { kind, file, json } = document;
    const plain = {
      kind,
      file,
      json,
      startsFrom: new Set<string>(),
      located: (fault: Fault): Fault => brief({ ...fault, file }),
    };
    if (json.extends === undefined) return plain;
    const base = this.#baseOf(document);
    if (base === undefined) return plain;
    const whole = this.resolve(base);
    const merged = extendDocument(whole.json, json);
    for (const fault of merged.faults) this.faults.push({ ...fault, file });
    return {
      kind,
      file,
      json: merged.document,
      startsFrom: new Set([...whole.startsFrom, base.file]),
      located: (fault) => brief({ ...fault, file, pointer: ownPointer(json, merged.document, fault.pointer) }),
    };
  }

  /** Forms that start from one of another page are whole from here on. */
  #withForms(document: Layered, source: SourceDocument): SourceDocument {
    const forms = Object.entries(document.kind === 'page' ? formsOfPage(source.json) : {});
    if (!forms.some(([, form]) => baseOfForm(form) !== undefined)) return source;
    const whole = forms.map(([name, form]) => [name, this.#wholeForm(document, source, name, form, [])] as const);
    const json = { ...source.json, forms: Object.fromEntries(whole) };
    const writtenFor = (place: string) => {
      const found = ownPointer(source.json, json, place);
      return found === '/extends' ? `${place.split('/').slice(0, 3).join('/')}/extends` : found;
    };
    return {
      ...source,
      json,
      startsFrom: new Set([...source.startsFrom, ...this.#lendersOfForms(source)]),
      located: (fault) => source.located({ ...fault, pointer: writtenFor(fault.pointer) }),
    };
  }

  /** Files of the pages whose forms those of a page start from. */
  #lendersOfForms(source: SourceDocument): readonly string[] {
    const names = new Set(Object.values(formsOfPage(source.json)).map((form) => baseOfForm(form)?.page));
    const lenders = this.documents.filter(({ kind, json }) => kind === 'page' && names.has(nameOf(json)));
    return lenders.flatMap((lender) => [lender.file, ...this.#extended(lender).startsFrom]);
  }

  /** A form with what it starts from, through as many pages as it takes; `before` are the forms on the way to it. */
  #wholeForm(
    document: Layered,
    source: SourceDocument,
    name: string,
    form: unknown,
    before: readonly string[],
  ): unknown {
    const wanted = baseOfForm(form);
    if (wanted === undefined || !isJsonObject(form)) return form;
    const way = [...before, `${nameOf(source.json)}/${name}`];
    const pages = this.documents.filter((other) => other.kind === 'page');
    const lender = pages.findLast((other) => nameOf(other.json) === wanted.page);
    const lent = lender === undefined ? undefined : lender === document ? source : this.#extended(lender);
    const base = lent === undefined ? undefined : formsOfPage(lent.json)[wanted.form];
    const isCircle = way.includes(`${wanted.page}/${wanted.form}`);
    if (lender === undefined || lent === undefined || !isJsonObject(base) || isCircle) {
      const others =
        lent === undefined
          ? pages.map((other) => `${nameOf(other.json)}/${wanted.form}`)
          : Object.keys(formsOfPage(lent.json)).map((known) => `${wanted.page}/${known}`);
      this.#unresolved(document, `/forms/${name}/extends`, String(form.extends), isCircle, others);
      return form;
    }
    const whole = this.#wholeForm(lender, lent, wanted.form, base, way);
    return isJsonObject(whole) ? extendForm(form, whole, lent.json.entity) : form;
  }

  /** A panorama that shows the tabs of another one has them from here on. */
  #withTabs(document: Layered, source: SourceDocument): SourceDocument {
    const wanted = document.kind === 'page' ? tabsOfDocument(source.json) : undefined;
    if (wanted === undefined) return source;
    const lender = this.#lenderOf(document, wanted.page);
    if (lender === undefined) return source;
    const whole = this.resolve(lender);
    const json = shareTabs(source.json, whole.json, wanted);
    const writtenFor = (place: string) => {
      const found = ownPointer(source.json, json, place);
      return found === '/extends' ? '/tabsOf' : found;
    };
    return {
      ...source,
      json,
      startsFrom: new Set([...source.startsFrom, ...whole.startsFrom, lender.file]),
      located: (fault) => source.located({ ...fault, pointer: writtenFor(fault.pointer) }),
    };
  }

  #lenderOf(document: Layered, name: string): Layered | undefined {
    const candidates = this.documents.filter((other) => other.kind === 'page' && other !== document);
    const lender = candidates.findLast((other) => nameOf(other.json) === name);
    if (lender !== undefined && !this.#open.has(lender)) return lender;
    this.#unresolved(document, '/tabsOf/page', name, lender !== undefined, candidates.map(nameOfDocument));
    return undefined;
  }

  #baseOf(document: Layered): Layered | undefined {
    const { kind, json } = document;
    const candidates = this.documents.filter((other) => other.kind === kind && other !== document);
    const base = candidates.find((other) => this.#startsFrom(document, other));
    if (base !== undefined && !this.#open.has(base)) return base;
    this.#unresolved(document, '/extends', json.extends, base !== undefined, candidates.map(nameOfDocument));
    return undefined;
  }

  /** The document to start from is not there, or starts from this one itself. */
  #unresolved({ file }: Layered, place: string, name: unknown, isCircle: boolean, candidates: readonly string[]): void {
    const nearest = nearestName(String(name), candidates);
    this.faults.push({
      code: isCircle ? 'E_SCHEMA_CONFLICT' : 'E_SCHEMA_UNKNOWN_NAME',
      file,
      pointer: place,
      ...expectation(documentText(isCircle ? 'check.load.noCircle' : 'check.load.toExtend')),
      got: shownValue(name),
      ...(nearest === undefined || isCircle ? {} : { nearest }),
    });
  }

  /** Its own name in `extends` means the platform's document of that name. */
  #startsFrom(document: Layered, base: Layered): boolean {
    if (document.kind !== base.kind || document.json.extends === undefined) return false;
    const wanted = document.json.extends;
    if (nameOf(base.json) !== wanted) return false;
    return nameOf(document.json) === wanted ? document.layer === 'own' && base.layer === 'base' : base !== document;
  }
}

function nameOfDocument({ json }: Layered): string {
  return nameOf(json);
}

/** The name of a document as written; roles are named by `code`. */
export function nameOf(json: JsonObject): string {
  const name = json.name ?? json.code;
  return typeof name === 'string' ? name : '';
}
