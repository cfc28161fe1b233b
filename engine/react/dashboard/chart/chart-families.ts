import { loadPart } from '../../parts/load-part.ts';
import type { ChartInput, DrawChart } from './chart-drawing.ts';

type Family = 'axis' | 'round' | 'heat';

const loaders: Readonly<Record<Family, () => Promise<{ readonly draw: DrawChart }>>> = {
  axis: () => import('./axis-family.ts'),
  round: () => import('./round-family.ts'),
  heat: () => import('./heat-family.ts'),
};

const families: Readonly<Record<ChartInput['kind'], Family>> = {
  line: 'axis',
  area: 'axis',
  bar: 'axis',
  stackedBar: 'axis',
  pie: 'round',
  funnel: 'round',
  gauge: 'round',
  heat: 'heat',
  map: 'heat',
};

const loading = new Map<Family, Promise<DrawChart>>();

/** What draws a kind of chart, loaded once; after a failure it is tried anew. */
export function loadDrawing(kind: ChartInput['kind']): Promise<DrawChart> {
  const family = families[kind];
  const known = loading.get(family);
  if (known !== undefined) return known;
  const coming = loadPart(loaders[family]).then(({ draw }) => draw);
  loading.set(family, coming);
  coming.catch(() => loading.delete(family));
  return coming;
}
