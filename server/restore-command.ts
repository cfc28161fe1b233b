import path from 'node:path';
import { forgetHead } from './audit/seal-head.ts';
import { refuseBackupOfOtherKey } from './backup/backup-key.ts';
import { readManifest } from './backup/manifest.ts';
import { withDatabase } from './backup/open-database.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { runCommand } from './backup/run-command.ts';
import { sealedColumns } from './db/bootstrap/key-check.ts';
import { runningPostgres } from './db/embedded/running.ts';
import { StartError } from './kernel/errors/start-error.ts';
import { servedDocuments } from './product/documents.ts';

/** `npm run restore -- <folder> [--replace]`, with all nodes stopped. */
await runCommand(async (config, args) => {
  const mayReplace = args.includes('--replace');
  const [target] = args.filter((word) => word !== '--replace');
  if (target === undefined) throw new StartError('E_BACKUP_BROKEN', { folder: '', got: '没有指定备份目录' });
  const running = config.databaseUrl === undefined ? runningPostgres(config.dataDir) : undefined;
  if (running !== undefined) throw new StartError('E_RESTORE_RUNNING', { folder: config.dataDir });
  const documents = servedDocuments(config.schemasDir);
  const folder = path.resolve(target);
  const manifest = await readManifest(folder);
  if (config.secretKey === undefined) throw new StartError('E_SECRET_KEY_GONE', { got: config.keyFile });
  await refuseBackupOfOtherKey(folder, manifest, config.secretKey, sealedColumns(documents));
  const { takenAt, tables } = await withDatabase(config, documents, ({ secretKey, ...urls }) =>
    restoreBackup({ urls, documents, secretKey, filesDir: config.filesDir, folder, mayReplace }),
  );
  await forgetHead(config.dataDir);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `已恢复 ${takenAt} 的备份：${tables.length} 张表、${rows} 行。现在可以启动服务。`;
});
