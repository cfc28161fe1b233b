// `npm run check:schemas`: loads all documents of a folder (of `SCHEMAS_DIR`, else `schemas/`) and names everything that is wrong with
// them, and what deserves a second look. With `--against [address]` (by default that of `DATABASE_URL`) it makes a copy of
// that database, changes the copy as a start with these documents would, tells what that was, and drops the copy.

import { rightsAdvice } from '../engine/model/check/index.ts';
import { faultMessage } from '../engine/model/faults/index.ts';
import { rehearse } from '../server/db/tables/rehearse.ts';
import { describeTables } from '../server/db/tables/tables.ts';
import { readDocuments } from '../server/product/documents.ts';
import { migrations } from '../server/product/migrations.ts';
import { startRefusal } from '../server/start/start-refusal.ts';
import { readDocumentFiles } from './lib/document-files.ts';
import { schemasFolderOrExit } from './lib/schemas-folder.ts';

const given = process.argv.slice(2);
const at = given.indexOf('--against');
const [against] = at === -1 ? [] : given.splice(at, 2).slice(1);
const folder = schemasFolderOrExit(given[0]);
const { faults, documents } = readDocuments(folder);

for (const fault of faults)
  console.error(`${fault.file ?? ''}#${fault.pointer}  ${fault.code}  ${faultMessage(fault)}`);
const advice = [...documents.entities.values()].flatMap(rightsAdvice);
for (const sentence of advice) console.warn(`建议  ${sentence}`);
console.log(`${readDocumentFiles(folder).length} 个文档，${faults.length} 处错误，${advice.length} 条建议。`);
if (faults.length === 0) refuseTables();
if (faults.length > 0 || at === -1) process.exit(faults.length === 0 ? 0 : 1);
process.exit((await isStartPossible(against)) ? 0 : 1);

/** What the documents ask of the database and a start would refuse. */
function refuseTables(): void {
  try {
    describeTables(documents);
  } catch (error) {
    console.error(startRefusal(error, { schemasDir: folder }).message);
    process.exit(1);
  }
}

async function isStartPossible(address = 'DATABASE_URL'): Promise<boolean> {
  const adminUrl = address === 'DATABASE_URL' ? process.env.DATABASE_URL : address;
  if (adminUrl === undefined || !/^postgres(ql)?:\/\/[^/]+\/./.test(adminUrl)) {
    console.error('演练要一个数据库地址：--against postgresql://角色:密码@主机/库，或在环境里设 DATABASE_URL');
    return false;
  }
  const outcome = await rehearse({ adminUrl, documents, migrations });
  switch (outcome.kind) {
    case 'noCopy':
      console.error(`演练不了：${outcome.reason}`);
      return false;
    case 'refused':
      for (const refusal of outcome.refusals) console.error(refusal);
      console.error(`演练：启动会拒绝，共 ${outcome.refusals.length} 处。数据库没有改动。`);
      return false;
    case 'done':
      for (const statement of outcome.statements) console.log(`${statement.replace(/\s+/g, ' ').trim()};`);
      console.log(
        `演练：在副本上做了 ${outcome.statements.length} 项改动，用时 ${(outcome.milliseconds / 1000).toFixed(1)} 秒；副本已删除，数据库没有改动。`,
      );
      return true;
  }
}
