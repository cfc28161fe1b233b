import { Annotation, type Extension } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import type { JsonObject } from '../../model/json/index.ts';
import { mergeDocuments, sameJson } from '../../model/layers/index.ts';
import type { KeptSource } from './kept-source.ts';
import { type ParseFault, readSource } from './read-source.ts';
import { keyPathAt } from './source-places.ts';
import { editsTo } from './text-edits.ts';

/** How long after the last key the document follows what is typed. */
const pauseMs = 200;

/** Marks what comes from outside the editor, which nobody has to be told of. */
const fromOutside = Annotation.define<boolean>();

/** Whom the text tells of itself. */
export type SourceListener = {
  readonly onChange: (document: JsonObject) => void;
  /** With the text, and the document that it and the page last had in common. */
  readonly onFault: (fault: ParseFault | undefined, source: KeptSource) => void;
  readonly onCursor: (at: string) => void;
};

/** Keeps a text and a document together: either follows the other, and neither undoes what the other just got. */
export class SourceFollower {
  /** The document that text and page last had in common. */
  #common: JsonObject;
  /** The document the page shows. */
  #shown: JsonObject;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isFaulty = false;
  readonly extension: Extension;

  constructor(
    document: JsonObject,
    common: JsonObject,
    readonly listener: SourceListener,
  ) {
    this.#common = common;
    this.#shown = document;
    this.extension = EditorView.updateListener.of((update) => this.#note(update));
  }

  #note(update: ViewUpdate): void {
    const isOutside = update.transactions.some((transaction) => transaction.annotation(fromOutside) === true);
    if (isOutside || !(update.docChanged || update.selectionSet)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.read(update.view), pauseMs);
  }

  /** Reads what the editor holds now and tells it: the document, or where it is none, and what the cursor stands in. */
  read(view: EditorView): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = view.state.doc.toString();
    const { document, fault, tree } = readSource(text);
    this.#isFaulty = fault !== undefined;
    this.listener.onFault(fault, { text, common: this.#common });
    if (document === undefined) return;
    this.listener.onCursor(keyPathAt(tree, view.state.selection.main.head));
    const base = this.#common;
    const isMoved = !sameJson(this.#shown, base);
    if (sameJson(document, base)) {
      this.#common = this.#shown;
      if (isMoved) this.#write(view, this.#shown);
      return;
    }
    // The page changed elsewhere meanwhile: both changes stay, and where they meet, what is typed here.
    const next = isMoved ? mergeDocuments(base, this.#shown, document).document : document;
    this.#common = next;
    this.#shown = next;
    if (isMoved) this.#write(view, next);
    this.listener.onChange(next);
  }

  /** Tells at once what was typed and not told yet. */
  flush(view: EditorView): void {
    if (this.#timer !== undefined) this.read(view);
  }

  /** The page shows another document: the text follows, unless it is none just now. */
  follow(view: EditorView, document: JsonObject): void {
    if (sameJson(document, this.#shown)) return;
    this.#shown = document;
    // What is being typed is put together with it once it is read.
    if (this.#timer !== undefined) this.read(view);
    if (this.#isFaulty || this.#shown !== document) return;
    this.#common = document;
    this.#write(view, document);
  }

  /** Lays the text out anew from what the page shows, whatever it holds. */
  rewrite(view: EditorView, text: string): void {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, annotations: fromOutside.of(true) });
    this.#common = this.#shown;
    this.read(view);
  }

  #write(view: EditorView, document: JsonObject): void {
    const text = view.state.doc.toString();
    const { tree } = readSource(text);
    if (tree === undefined) return;
    const changes = editsTo(text, tree, document).map(({ from, to, insert }) => ({ from, to, insert }));
    view.dispatch({ changes, annotations: fromOutside.of(true) });
  }
}
