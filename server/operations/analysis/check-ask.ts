import { analysisAsk } from '../../../contract/analysis/analyses.ts';
import { isGranted } from '../../../engine/model/access/index.ts';
import { type AnalysisAsk, analysisFaults, datasetFor, filterPaths } from '../../../engine/model/dataset/index.ts';
import type { DatasetDocument } from '../../../engine/model/documents/index.ts';
import { resolvePath } from '../../../engine/model/entity/index.ts';
import { type Fault, pointer } from '../../../engine/model/faults/index.ts';
import { isForbiddenName, nearestName } from '../../../engine/model/naming/index.ts';
import { expectation, formatMessage } from '../../../engine/model/texts/index.ts';
import { addDays, isDay } from '../../../engine/model/time/index.ts';
import type { CallContext } from '../../kernel/operation/context.ts';
import { analysisText } from '../../texts/analysis-text.ts';
import { shapeCheck } from '../saved-views/check-shape.ts';

const at = '/ask';
const checkAsk = shapeCheck({ ...analysisAsk }, at, 65_536);

/** Who asks, of which product. */
type Reader = Pick<CallContext, 'documents' | 'caller'>;

/** Most days of one period. */
const maxDays = 366;

/** The dataset of a name, which the caller may ask; any other is to him not there. */
export function askedDataset(name: string, { documents, caller }: Reader): DatasetDocument | undefined {
  const dataset = isForbiddenName(name) ? undefined : documents.datasets.get(name);
  const isAsked = dataset !== undefined && isGranted(caller.grants, dataset.permission);
  return isAsked ? datasetFor(dataset, caller.grants) : undefined;
}

/** What is wrong with what an analysis asks, each fault with its place in the body. */
export function askFaults(ask: unknown, context: Reader): readonly Fault[] {
  const shape = checkAsk(ask);
  if (shape.length > 0 || !isAsk(ask)) return shape;
  const dataset = askedDataset(ask.dataset, context);
  if (dataset === undefined) return [unknownDataset(ask.dataset, context)];
  const own = [...analysisFaults(ask, dataset), ...periodFaults(ask), ...maskedFaults(ask, dataset, context)];
  return own.map((fault) => ({ ...fault, pointer: `${at}${fault.pointer}` }));
}

/** Its shape was looked at before. */
function isAsk(ask: unknown): ask is AnalysisAsk {
  return typeof ask === 'object' && ask !== null;
}

function unknownDataset(got: string, context: Reader): Fault {
  const names = [...context.documents.datasets.keys()].filter((name) => askedDataset(name, context) !== undefined);
  const nearest = nearestName(got, names);
  const fault: Fault = {
    code: 'E_SCHEMA_UNKNOWN_NAME',
    pointer: `${at}/dataset`,
    title: formatMessage(analysisText('analysis.dataset')),
    ...expectation(analysisText('analysis.askable')),
    got,
  };
  return nearest === undefined ? fault : { ...fault, nearest };
}

function periodFaults({ period }: AnalysisAsk): readonly Fault[] {
  if (period === undefined || typeof period === 'string') return [];
  const { startDate, endDate } = period;
  if (isDay(startDate) && isDay(endDate) && startDate <= endDate && endDate < addDays(startDate, maxDays)) return [];
  return [
    {
      code: 'E_INPUT_TYPE',
      pointer: pointer('period', 'endDate'),
      title: formatMessage(analysisText('analysis.period')),
      ...expectation(analysisText('analysis.until', { days: maxDays })),
      got: formatMessage(analysisText('analysis.from', { start: startDate, end: endDate })),
    },
  ];
}

/**
 * Where the filters hold values of a masked field: kept with an analysis they would stand in clear, and be shown to
 * whoever it is shared with.
 */
function maskedFaults(
  { filters = {} }: AnalysisAsk,
  dataset: DatasetDocument,
  { documents }: Reader,
): readonly Fault[] {
  return Object.entries(filters).flatMap(([key, values]): readonly Fault[] => {
    if (values.length === 0) return [];
    const masked = filterPaths(dataset, key).flatMap(([name, path]) => {
      const entity = documents.entities.get(name);
      const field = entity === undefined ? undefined : resolvePath(documents.entities, entity, path)?.field;
      return field?.mask === undefined ? [] : [field.title];
    });
    const [title] = masked;
    if (title === undefined) return [];
    const why = expectation(analysisText('analysis.masked', { field: title }));
    return [{ code: 'E_INPUT_RULE', pointer: pointer('filters', key), title, ...why }];
  });
}
