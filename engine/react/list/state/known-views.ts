import type { ListPreferences, SavedView, SavedViews } from '../../../model/wire/index.ts';

/** The views of a list and what the user made of it. */
export type KnownViews = SavedViews & ListPreferences;

/** A list of which no view is known. */
export const noViews: KnownViews = { views: [], canShare: false, defaultViewId: null, layouts: [] };

/** Names the list as the page has it, where another view would open by itself. */
export const standardName = 'standard';

/** Which view an address asks for; `isMissing`: one that is gone or not the reader's. */
export type ChosenView = { readonly saved?: SavedView; readonly isMissing: boolean };

type Params = Readonly<Record<string, string>>;

/** The view of an address: the one it names, without any parameter the user's default, else the standard one. */
export function chosenView(
  params: Params,
  { views, defaultViewId }: Pick<KnownViews, 'views' | 'defaultViewId'>,
): ChosenView {
  const isBare = Object.keys(params).length === 0;
  const id = params.view ?? (isBare ? (defaultViewId ?? standardName) : standardName);
  const saved = views.find((each) => each.id === id);
  if (saved !== undefined) return { saved, isMissing: false };
  return { isMissing: params.view !== undefined && params.view !== standardName };
}

/** How the address names the standard view; nothing where it opens by itself. */
export function nameOfStandard({ defaultViewId }: Pick<KnownViews, 'defaultViewId'>): string | undefined {
  return defaultViewId === null ? undefined : standardName;
}

/** The address of a view without any difference. */
export function addressOfView(id: string | null, known: Pick<KnownViews, 'defaultViewId'>): Record<string, string> {
  const name = id ?? nameOfStandard(known);
  return name === undefined ? {} : { view: name };
}

/** What this browser kept of an earlier answer; undefined when it is none. */
export function readKnown(kept: unknown): KnownViews | undefined {
  return isKnown(kept) ? kept : undefined;
}

/** It was written here from an answer: its outer shape tells whether it still is one. */
function isKnown(kept: unknown): kept is KnownViews {
  if (typeof kept !== 'object' || kept === null) return false;
  if (!('views' in kept && 'layouts' in kept && 'defaultViewId' in kept)) return false;
  return Array.isArray(kept.views) && Array.isArray(kept.layouts) && kept.views.every(isView);
}

function isView(kept: unknown): boolean {
  return typeof kept === 'object' && kept !== null && 'id' in kept && 'state' in kept && typeof kept.state === 'object';
}
