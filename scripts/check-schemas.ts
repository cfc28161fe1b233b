// `npm run check:schemas`: loads all documents of `schemas/` and names everything that is wrong with them.
import path from 'node:path';
import { faultMessage, loadDocuments } from '../engine/model/index.ts';
import { readDocumentFiles, readPlatformFiles } from './lib/document-files.ts';

const folder = path.resolve(process.argv[2] ?? process.env.SCHEMAS_DIR ?? 'schemas');
const files = readDocumentFiles(folder);
const { faults } = loadDocuments(files, { base: readPlatformFiles() });

for (const fault of faults)
  console.error(`${fault.file ?? ''}#${fault.pointer}  ${fault.code}  ${faultMessage(fault)}`);
console.log(`${files.length} 个文档，${faults.length} 处错误。`);
process.exit(faults.length === 0 ? 0 : 1);
