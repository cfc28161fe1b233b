import path from 'node:path';
import { withDatabase } from './backup/open-database.ts';
import { runCommand } from './backup/run-command.ts';
import { takeBackup } from './backup/take-backup.ts';
import { productTitle } from './kernel/text/product-title.ts';
import { servedDocuments } from './product/documents.ts';

/** `npm run backup -- [folder]`: by default a folder named for the moment, below DATA_DIR/backups. */
await runCommand(async (config, [target]) => {
  const { dataDir, schemasDir } = config;
  const name = new Date().toISOString().replace(/[:.]/g, '-');
  const folder = path.resolve(target ?? path.join(dataDir, 'backups', name));
  const documents = servedDocuments(schemasDir);
  const { tables, hasFiles } = await withDatabase(config, documents, ({ migratorUrl }) =>
    takeBackup({ migratorUrl, filesDir: config.filesDir, folder, title: productTitle(documents) }),
  );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const files = hasFiles ? '，连同文件' : '';
  return `已备份 ${tables.length} 张表、${rows} 行${files}：${folder}\nSECRET_KEY 不在其中，请另行妥善保存；没有它，遮盖字段无法解密。`;
});
