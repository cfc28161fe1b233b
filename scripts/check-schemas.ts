// `npm run check:schemas`: loads all documents of `schemas/` and names everything that is wrong with them.
import path from 'node:path';
import { faultMessage } from '../engine/model/index.ts';
import { readDocuments } from '../server/product/documents.ts';
import { readDocumentFiles } from './lib/document-files.ts';

const folder = path.resolve(process.argv[2] ?? process.env.SCHEMAS_DIR ?? 'schemas');
const { faults } = readDocuments(folder);

for (const fault of faults)
  console.error(`${fault.file ?? ''}#${fault.pointer}  ${fault.code}  ${faultMessage(fault)}`);
console.log(`${readDocumentFiles(folder).length} 个文档，${faults.length} 处错误。`);
process.exit(faults.length === 0 ? 0 : 1);
