import { bulkAnswer, bulkStarted, changed, checkAnswer } from './generic/change.ts';
import { datasetAnswer, datasetPeriod, datasetRow, figures } from './generic/dataset.ts';
import { childRowsChange, fieldChange, historyAnswer } from './generic/history.ts';
import { fields, groupAnswer, query, sort, where } from './generic/query.ts';
import { fault, refusal } from './generic/refusal.ts';
import { menuItem } from './session.ts';

/** Parts that many operations share, whatever the documents, by the name that `ref` gives. Each has a title. */
export const sharedParts = {
  Fault: fault,
  Refusal: refusal,
  Where: where,
  Query: query,
  Sort: sort,
  Fields: fields,
  Changed: changed,
  BulkAnswer: bulkAnswer,
  BulkStarted: bulkStarted,
  FieldChange: fieldChange,
  ChildRowsChange: childRowsChange,
  HistoryAnswer: historyAnswer,
  GroupAnswer: groupAnswer,
  CheckAnswer: checkAnswer,
  MenuItem: menuItem,
  Figures: figures,
  DatasetPeriod: datasetPeriod,
  DatasetRow: datasetRow,
  DatasetAnswer: datasetAnswer,
} as const;
