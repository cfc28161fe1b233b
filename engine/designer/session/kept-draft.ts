import { isJsonObject, type JsonObject } from '../../model/json/index.ts';
import type { DesignTarget } from '../store/design-store.ts';

/** Work that has not reached the server, and what it was made from. */
export type KeptDraft = { readonly document: JsonObject; readonly base: JsonObject };

/** Keeps unsent work of one person on one page and level in this tab, so that a reload or a crash loses none. */
export class KeptDrafts {
  readonly #name: string;

  constructor({ page, level, role }: DesignTarget, user: string) {
    this.#name = `design:${user}:${page}:${level}:${role ?? ''}`;
  }

  keep(draft: KeptDraft): void {
    try {
      sessionStorage.setItem(this.#name, JSON.stringify(draft));
    } catch {
      // A full or forbidden storage: the server has it a moment later.
    }
  }

  forget(): void {
    sessionStorage.removeItem(this.#name);
  }

  read(): KeptDraft | undefined {
    const text = sessionStorage.getItem(this.#name);
    if (text === null) return undefined;
    try {
      const kept: unknown = JSON.parse(text);
      if (isJsonObject(kept) && isJsonObject(kept.document) && isJsonObject(kept.base))
        return { document: kept.document, base: kept.base };
    } catch {
      // Not written by this product.
    }
    return undefined;
  }
}
