import { pathsRead } from '../expression/dependencies.ts';
import { parseExpression } from '../expression/parse.ts';
import type { DatasetDocument, DrillDown } from '../generated/documents.ts';
import { mainSource, pathInSource, type RowsOfDataset, sourcesOf } from './dataset-model.ts';

/** The links of a card's numbers, the first choice first. */
export function linksOf(link: DrillDown | readonly DrillDown[] | undefined): readonly DrillDown[] {
  return link === undefined ? [] : 'page' in link ? [link] : link;
}

/** An entity whose rows are listed behind a number, and the paths its conditions are told by. */
export type LinkedPaths = { readonly entity: string; readonly paths: readonly string[] };

/** What telling the rows behind a card's numbers reads of each source that its links list. */
export function linkedPaths(dataset: DatasetDocument, links: readonly DrillDown[]): readonly LinkedPaths[] {
  const listed = new Set(links.map(({ source = mainSource }) => source));
  return sourcesOf(dataset)
    .filter(({ key }) => listed.has(key))
    .map((source) => ({ entity: source.entity, paths: pathsOfSource(source, dataset) }));
}

function pathsOfSource(source: RowsOfDataset, dataset: DatasetDocument): readonly string[] {
  const measures = dataset.measures.filter((measure) => (measure.source ?? mainSource) === source.key);
  const cut = [...(dataset.dimensions ?? []), ...(dataset.filters ?? [])];
  const conditions = [source.where, ...measures.map(({ where }) => where)];
  return [
    source.time,
    ...(source.credit === undefined ? [] : [source.credit.owner, source.credit.department]),
    ...measures.flatMap(({ time, field }) => [time, field].flatMap((path) => path ?? [])),
    ...cut.flatMap((item) => pathInSource(item, source) ?? []),
    ...conditions.flatMap((condition) => (condition === undefined ? [] : readOf(condition))),
  ];
}

function readOf(condition: string): readonly string[] {
  const parsed = parseExpression(condition);
  return parsed.ok ? pathsRead(parsed.expression, 'record') : [];
}
