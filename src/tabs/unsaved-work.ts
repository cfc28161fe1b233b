import type { UnsavedWork } from '../../engine/react/index.ts';

/** Answers whether a form has typed work in it. */
export type Guard = () => UnsavedWork | undefined;

/**
 * What is typed and not saved, by the key of the tab: of the page that is shown its forms are asked, of pages kept in the
 * background it is known what they answered when they were left. They can be asked about it only when they are shown again.
 */
export class UnsavedPages {
  /** The tab whose page is shown. */
  shown: string | undefined;
  readonly #guards = new Map<Guard, string | undefined>();
  readonly #left = new Set<string>();
  /** What waits for a page to be shown, to be asked about its work. */
  #waiting: { readonly page: string; readonly go: () => void } | undefined;

  /** Asks this guard from now on, for the page that is shown; answers its release. */
  guard(guard: Guard): () => void {
    const page = this.shown;
    this.#guards.set(guard, page);
    if (page !== undefined) this.#left.delete(page);
    const waiting = this.#waiting;
    if (waiting !== undefined && waiting.page === page) {
      this.#waiting = undefined;
      const work = guard();
      if (work === undefined) waiting.go();
      else work.ask({ go: waiting.go, stay: () => undefined });
    }
    return () => {
      this.#guards.delete(guard);
      // A form that closes on the page shown gave up its work; one that goes with its page still has it.
      const isLeft = page !== undefined && page !== this.shown && guard() !== undefined;
      if (isLeft) this.#left.add(page);
    };
  }

  /** The work on the page that is shown. */
  of(page: string): UnsavedWork | undefined {
    for (const [guard, name] of this.#guards) {
      const work = name === page ? guard() : undefined;
      if (work !== undefined) return work;
    }
    return undefined;
  }

  /** Whether a page in the background was left with work. */
  isLeft(page: string): boolean {
    return this.#left.has(page);
  }

  /** Whether a page, shown or in the background, has typed work. */
  hasWork(page: string): boolean {
    return this.isLeft(page) || this.of(page) !== undefined;
  }

  /** Whether any page has typed work, shown or not. */
  hasAny(): boolean {
    return this.#left.size > 0 || [...this.#guards.keys()].some((guard) => guard() !== undefined);
  }

  /** Asks about the work of a page in the background once it is shown; `go` where it may be lost. */
  askWhenShown(page: string, go: () => void): void {
    this.#waiting = { page, go };
  }

  /** The page is gone, and what was typed there. */
  forget(page: string): void {
    this.#left.delete(page);
  }
}

/** The unsaved work of this tab of the browser. */
export const unsavedPages = new UnsavedPages();
