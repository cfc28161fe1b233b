// `npm run migrate:schemas -- [folder] [--write | --check]`: brings documents to the current version of the language;
// without a folder those of `SCHEMAS_DIR`, else `schemas/`.
// Shows what would change; `--write` changes it; `--check` only fails when a document is behind.
import { createTwoFilesPatch } from 'diff';
import { readDocumentFiles } from './lib/document-files.ts';
import { planMigration, writeMigrated } from './lib/migrate-files.ts';
import { schemasFolderOrExit } from './lib/schemas-folder.ts';

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const unknown = options.filter((option) => option !== '--write' && option !== '--check');
if (unknown.length > 0) {
  console.error(`没有这个选项 Unknown option: ${unknown.join(', ')}; expected --write or --check`);
  process.exit(1);
}
const folder = schemasFolderOrExit(process.argv.slice(2).find((argument) => !argument.startsWith('--')));
const files = readDocumentFiles(folder);
const { behind, unreadable } = planMigration(files);

for (const { place, sentence } of unreadable) console.error(`${place}  ${sentence}`);
const isCheck = options.includes('--check');
for (const { file, from, to, before, after } of behind)
  console.log(
    isCheck
      ? `${file}  ${from} → ${to}`
      : createTwoFilesPatch(file, file, before, after, `schemaVersion ${from}`, `schemaVersion ${to}`),
  );

const mayWrite = options.includes('--write') && !isCheck && unreadable.length === 0;
if (mayWrite) writeMigrated(folder, behind);
if (unreadable.length > 0 && options.includes('--write')) console.error('有文档无法读取，没有写入任何文件。');
const outcome = mayWrite ? '已升级' : '待升级';
console.log(`${files.length} 个文件，${behind.length} 个文档${outcome}，${unreadable.length} 个无法读取。`);
if (behind.length > 0 && !mayWrite) console.log('升级 To write them: npm run migrate:schemas -- --write');
process.exit(unreadable.length > 0 || (isCheck && behind.length > 0) ? 1 : 0);
