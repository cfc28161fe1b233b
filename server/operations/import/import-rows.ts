import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { formatMessageIn } from '../../../engine/model/texts/index.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import { ref } from '../../kernel/operation/json-schema.ts';
import type { CallerOperation } from '../../kernel/operation/operation.ts';
import { queryRows } from '../../records/read/query.ts';
import { importText } from '../../texts/import-text.ts';

/** What everybody may see of the imports he started: what became of each row, never its contents. */
export function importRowOperations(documents: DocumentSet): readonly CallerOperation[] {
  const rows = modelOf(documents, 'import_row');
  return [
    {
      check: 'names',
      path: '/v1/import/row/query',
      title: formatMessageIn('zh-CN', importText('import.rowResults')),
      access: { kind: 'signedIn' },
      scope: 'import_row',
      input: ref('Query'),
      output: ref('import_row.page'),
      idempotency: 'none',
      audit: 'read',
      run: (body, context) => queryRows(rows, body, context),
    },
  ];
}
