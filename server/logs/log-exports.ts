import { datasetInput } from '../../contract/generic/dataset.ts';
import { exportAnswer, exportInput } from '../../contract/generic/table.ts';
import { useCatalog } from '../../contract/logs.ts';
import type { DatasetDocument, DocumentSet } from '../../engine/model/documents/index.ts';
import { fileTypes } from '../../engine/model/fields/index.ts';
import { formatMessage } from '../../engine/model/texts/index.ts';
import { dayOf } from '../../engine/model/time/index.ts';
import { saveFile } from '../files/file-rows.ts';
import { csvLines } from '../files/table/write-csv.ts';
import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import { idSchema, object, plain, textSchema } from '../kernel/operation/json-schema.ts';
import type { CallerOperation } from '../kernel/operation/operation.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { queryDataset } from '../operations/dataset/query-dataset.ts';
import { startExport } from '../operations/export/export.ts';
import { writtenFile } from '../operations/export/export-file.ts';
import { mutate } from '../records/change/mutate.ts';
import { logChange } from '../records/log/operation-log.ts';
import { exportText } from '../texts/export-text.ts';

const logEntity = 'operation_log';
const countDataset = 'user_log_count';
const maxBytes = 50_000_000;
/** A table of counts is there to be taken at once; it is gone the next day. */
const keptMs = 86_400_000;

const facts = {
  check: 'names',
  access: { kind: 'permission', key: `${logEntity}:export` },
  scope: logEntity,
  idempotency: 'none',
  audit: 'export',
} as const;

/** Taking out what the browser told of its use: its entries as rows, and how often by person and action. */
export function logExports(documents: DocumentSet): readonly CallerOperation[] {
  const counts = documents.datasets.get(countDataset);
  return [
    {
      ...facts,
      path: '/v1/user/log/export',
      title: '导出使用记录',
      description: '与操作日志的导出相同，只含浏览器上报的（分类 1000）；后台生成。',
      input: plain(exportInput),
      output: plain(exportAnswer),
      run: (body, context) => startExport(modelOf(documents, logEntity), ofUse(body), context),
    },
    ...(counts === undefined ? [] : [countExport(counts)]),
  ];
}

function countExport(dataset: DatasetDocument): CallerOperation {
  return {
    ...facts,
    path: '/v1/user/log/count/export',
    title: '导出使用记录统计',
    description: '期间内各人各动作的次数，入参同使用记录统计；答复 csv 文件，24 小时内可下载。',
    input: plain(datasetInput(dataset)),
    output: object({ fileId: idSchema, name: textSchema, rows: { type: 'integer', minimum: 0 } }),
    run: (body, context) => exportCounts(dataset, body, context),
  };
}

/** The same request for entries of use only, whatever else it asks for. */
function ofUse(body: Values): Values {
  const own = { field: 'catalog', op: 'eq', value: useCatalog };
  return { ...body, where: (body.where ?? null) === null ? own : { and: [own, body.where] } };
}

async function exportCounts(dataset: DatasetDocument, body: Values, context: CallContext) {
  const { rows, period } = await queryDataset(dataset, { ...body, dimensions: ['staff', 'action'] }, context);
  const lines = rows.map((row) => [row.names.staff ?? '', row.names.action ?? '', Number(row.count ?? 0)]);
  const heading = (['person', 'action', 'times'] as const).map((key) =>
    formatMessage(exportText(`export.usage.${key}`)),
  );
  const { files } = context.services;
  async function* written() {
    yield csvLines([heading, ...lines]);
  }
  const stored = await files.write(writtenFile('csv', dataset.title, written()), maxBytes);
  const { kind, mime } = fileTypes.csv;
  const name = `${dataset.title}-${dayOf(context.now)}.csv`;
  const expireAt = new Date(Date.parse(context.now) + keptMs).toISOString();
  return mutate('user_log.count', body, context, async (inside) => {
    const fileId = await saveFile({ name, kind, mime, private: true, expireAt }, stored, inside);
    const entity = modelOf(context.documents, logEntity);
    await logChange(
      { entity, id: fileId, action: 'export', title: `导出${dataset.title} ${rows.length} 行`, facts: { period } },
      inside,
    );
    return { fileId, name, rows: rows.length };
  });
}
