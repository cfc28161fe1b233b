// `npm run check:schemas`: loads all documents of a folder (of `SCHEMAS_DIR`, else `schemas/`) and names everything that is wrong with
// them, and what deserves a second look.
import { faultMessage, rightsAdvice } from '../engine/model/index.ts';
import { readDocuments } from '../server/product/documents.ts';
import { readDocumentFiles } from './lib/document-files.ts';
import { schemasFolderOrExit } from './lib/schemas-folder.ts';

const folder = schemasFolderOrExit(process.argv[2]);
const { faults, documents } = readDocuments(folder);

for (const fault of faults)
  console.error(`${fault.file ?? ''}#${fault.pointer}  ${fault.code}  ${faultMessage(fault)}`);
const advice = [...documents.entities.values()].flatMap(rightsAdvice);
for (const sentence of advice) console.warn(`建议  ${sentence}`);
console.log(`${readDocumentFiles(folder).length} 个文档，${faults.length} 处错误，${advice.length} 条建议。`);
process.exit(faults.length === 0 ? 0 : 1);
