import { loadOnce } from '../../../model/cache/index.ts';
import { loadPart } from '../../parts/load-part.ts';
import type { ChartInput, DrawChart } from './chart-drawing.ts';

type Family = 'axis' | 'round' | 'heat';

const drawn = (load: () => Promise<{ readonly draw: DrawChart }>) => loadOnce(async () => (await loadPart(load)).draw);

const loaders: Readonly<Record<Family, () => Promise<DrawChart>>> = {
  axis: drawn(() => import('./axis-family.ts')),
  round: drawn(() => import('./round-family.ts')),
  heat: drawn(() => import('./heat-family.ts')),
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

/** What draws a kind of chart, loaded once; after a failure it is tried anew. */
export function loadDrawing(kind: ChartInput['kind']): Promise<DrawChart> {
  return loaders[families[kind]]();
}
