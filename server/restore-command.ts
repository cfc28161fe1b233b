import path from 'node:path';
import { forgetHead } from './audit/seal-head.ts';
import { withDatabase } from './backup/open-database.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { runCommand } from './backup/run-command.ts';
import { runningPostgres } from './db/embedded/running.ts';
import { readDocuments } from './documents.ts';
import { StartError } from './start-error.ts';

/** `npm run restore -- <folder> [--replace]`, with all nodes stopped. */
await runCommand(async (config, args) => {
  const mayReplace = args.includes('--replace');
  const [target] = args.filter((word) => word !== '--replace');
  if (target === undefined) throw new StartError('E_BACKUP_BROKEN', { folder: '', got: '没有指定备份目录' });
  const running = config.databaseUrl === undefined ? runningPostgres(config.dataDir) : undefined;
  if (running !== undefined) throw new StartError('E_RESTORE_RUNNING', { folder: config.dataDir });
  const { documents } = readDocuments(config.schemasDir);
  const { takenAt, tables } = await withDatabase(config, (urls) =>
    restoreBackup({
      urls,
      documents,
      secretKey: config.secretKey,
      filesDir: config.filesDir,
      folder: path.resolve(target),
      mayReplace,
    }),
  );
  await forgetHead(config.dataDir);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `已恢复 ${takenAt} 的备份：${tables.length} 张表、${rows} 行。现在可以启动服务。`;
});
