import type { Draft } from '../../drafts/draft-shape.ts';
import { isSame } from '../../record/values.ts';
import type { FormSession } from '../session/form-session.ts';
import { draftFiles, holdsFiles } from './draft-files.ts';

/** What a draft says besides what was typed: when it was, which tab or step was open, what files are called. */
export type DraftFacts = {
  readonly at: string;
  readonly part: string;
  readonly nameOf: (file: string) => string | undefined;
};

/** What of a form is to be kept; undefined when nothing of it was typed. Fields with a mask are named, never kept. */
export function draftOf(session: FormSession, { at, part, nameOf }: DraftFacts): Draft | undefined {
  const typed = session.changedKeys();
  if (typed.length === 0) return undefined;
  const values = session.values();
  const fields = typed.flatMap((key) => session.fields.get(key) ?? []);
  const kept = fields.filter(({ field }) => field.mask === undefined && field.secret !== true);
  const rows = typed.flatMap((key) => session.rows.get(key) ?? []);
  if (kept.length + rows.length === 0) return undefined;
  const { recordVersion } = session;
  const typedValues = {
    values: Object.fromEntries(kept.map(({ key }) => [key, values[key] ?? null])),
    rows: Object.fromEntries(rows.map((list) => [list.view.key, list.draft()])),
  };
  const files = draftFiles(typedValues, session).map(({ id }) => [id, nameOf(id)] as const);
  return {
    at,
    part,
    ...(recordVersion === undefined ? {} : { version: recordVersion }),
    ...typedValues,
    base: Object.fromEntries(kept.map(({ key }) => [key, session.openedValue(key) ?? null])),
    left: fields.filter((view) => !kept.includes(view)).map(({ title }) => title),
    files: Object.fromEntries(files.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const]))),
    sending: [
      ...new Set(
        session
          .awaited()
          .filter(holdsFiles)
          .map(({ title }) => title),
      ),
    ],
  };
}

/** An older draft with a newer one over it: what was not typed anew stays. */
export function mergedDraft(older: Draft | undefined, newer: Draft): Draft {
  if (older === undefined) return newer;
  return {
    ...newer,
    values: { ...older.values, ...newer.values },
    base: { ...older.base, ...newer.base },
    rows: { ...older.rows, ...newer.rows },
    left: [...new Set([...older.left, ...newer.left])],
    files: { ...older.files, ...newer.files },
  };
}

/** Titles of what a draft would bring back into a form, and of what it could not keep. */
export function draftTitles(draft: Draft, session: FormSession): readonly string[] {
  const values = session.values();
  const fields = Object.entries(draft.values).flatMap(([key, value]) => {
    const field = session.fields.get(key);
    return field === undefined || isSame(values[key], value) ? [] : [field.title];
  });
  const rows = Object.keys(draft.rows).flatMap((key) => session.rows.get(key)?.view.title ?? []);
  return [...fields, ...rows];
}
