import type { CardField, RowsTabView } from '../../../model/view/index.ts';
import type { Where } from '../../../model/wire/index.ts';

/** Which rows of a tab are wanted, and in what order; what is missing is as the page has it. */
export type TabNarrowing = {
  readonly search?: string;
  /** Values of choice fields by path. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  readonly sort?: string;
};

/** Whether rows are left out. */
export function isNarrowed({ search, choices }: TabNarrowing): boolean {
  return search !== undefined || choices !== undefined;
}

/** The conditions of a narrowing; they only add to what the page itself asks. */
export function narrowedWhere({ search, choices = {} }: TabNarrowing): readonly Where[] {
  const chosen = Object.entries(choices).map(([field, value]): Where => ({ field, op: 'in', value }));
  return search === undefined ? chosen : [...chosen, { search }];
}

/** The narrowing with other values of a choice field; without any it is asked about no more. */
export function withChoice(narrowing: TabNarrowing, path: string, values: readonly string[]): TabNarrowing {
  const { choices: { [path]: _, ...others } = {}, ...rest } = narrowing;
  const choices = values.length === 0 ? others : { ...others, [path]: values };
  return Object.keys(choices).length === 0 ? rest : { ...rest, choices };
}

/** The choice fields a tab shows, beside those the page itself has fixed. */
export function choiceFields({ tab, columns, facts }: RowsTabView): readonly CardField[] {
  const shown = tab.kind === 'timeline' ? [...facts.values()] : columns.filter(({ fault }) => fault === undefined);
  return shown
    .filter(({ path, field }) => field.type === 'enum' && tab.match[path] === undefined)
    .map(({ path, field, title }) => ({ path, field, title }));
}

/** Whether rows of a tab can be searched for by words. */
export function isSearchable({ entity }: RowsTabView): boolean {
  return entity.document.fields.some(({ searchable }) => searchable === true);
}
