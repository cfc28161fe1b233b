import { analysisCard, type SavedAnalysis } from '../../model/dataset/index.ts';
import { isJsonObject } from '../../model/json/index.ts';
import { freshKey } from '../document/node-edits.ts';
import type { CardPlace, PaletteEntry, PaletteGroup } from './palette-entries.ts';

/** Analyses as cards: from then on a card of the page like any other, whatever becomes of the analysis. */
export function analysisCards(
  analyses: readonly SavedAnalysis[],
  { document, list, items, titles, t }: CardPlace,
): PaletteGroup {
  const shown = new Set(items.map((item) => (isJsonObject(item) ? item.title : undefined)));
  const entries = analyses.flatMap(({ id, name, ask }): readonly PaletteEntry[] => {
    const dataset = ask === null ? undefined : titles.datasets.get(ask.dataset);
    if (ask === null || dataset === undefined) return [];
    const key = freshKey(document, list, 'analysis');
    const { card, lacks } = analysisCard(ask, { key, title: name }, dataset);
    if (card === undefined || lacks.length > 0) return [];
    return [{ id, title: name, isShown: shown.has(name), item: card, below: [] }];
  });
  return { title: t('designer.add.analyses'), entries };
}
