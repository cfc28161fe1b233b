import { createHash } from 'node:crypto';
import { KeyedCache } from '../../engine/model/cache/index.ts';
import type { ImplementedParts } from '../../engine/model/check/index.ts';
import {
  type DocumentFile,
  type LoadedDocuments,
  type LoadOptions,
  loadDocuments,
} from '../../engine/model/load/index.ts';
import { currentLanguage } from '../../engine/model/texts/index.ts';

// This file stands on the language layer alone: in `npm run dev` a change of the server leaves it, and what it has checked,
// as they are.

type Checked = { readonly loaded: LoadedDocuments; readonly implemented: string };

const checked = new KeyedCache<Checked>({ max: 2 });

/**
 * Documents read and checked as `loadDocuments` does; the same texts for the same program are checked once, in each language
 * their faults are told in. What the
 * program implements is asked each time.
 */
export function checkedDocuments(files: readonly DocumentFile[], options: Required<LoadOptions>): LoadedDocuments {
  const { base, widgets, implemented } = options;
  const key = createHash('sha256')
    .update(JSON.stringify([files, base, widgets, currentLanguage()]))
    .digest('base64');
  const known = checked.get(key);
  if (known !== undefined && known.implemented === wordsOf(implemented(known.loaded.documents))) return known.loaded;
  const loaded = loadDocuments(files, options);
  checked.set(key, { loaded, implemented: wordsOf(implemented(loaded.documents)) });
  return loaded;
}

function wordsOf({ actions, wholeActions, answers }: ImplementedParts): string {
  return JSON.stringify([actions, wholeActions, answers].map((names) => [...names].toSorted()));
}
