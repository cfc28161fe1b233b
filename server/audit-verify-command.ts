import { fileHead, headFile, parseHead } from './audit/seal-head.ts';
import { findingsText, isIntact } from './audit/verification-text.ts';
import { keepResult } from './audit/verify-job.ts';
import { verificationBegin, verifyNext } from './audit/verify-log.ts';
import { withDatabase } from './backup/open-database.ts';
import { runCommand } from './backup/run-command.ts';
import { connectDatabase } from './db/connection/connect.ts';
import { systemCaller } from './kernel/caller/caller.ts';
import { createProtection } from './kernel/crypto/protection.ts';
import { StartError } from './kernel/errors/start-error.ts';
import type { SealedHead } from './kernel/services/seal-head.ts';
import { servedDocuments } from './product/documents.ts';
import { SqlRecordStore } from './records/store/sql-record-store.ts';

/** `npm run audit:verify [-- --head <number:seal>]`: the server may run meanwhile. Ends with 1 where anything is wrong. */
await runCommand(async (config, args) => {
  const { dataDir, schemasDir } = config;
  const documents = servedDocuments(schemasDir);
  const head = givenHead(args) ?? (await fileHead(headFile(dataDir)).read());
  return withDatabase(config, documents, async ({ appUrl, secretKey }) => {
    const protection = createProtection(secretKey);
    const { db, close } = connectDatabase({ url: appUrl, max: 1 });
    try {
      const began = Date.now();
      let state = verificationBegin;
      while (!state.isOver) state = await verifyNext(state, head, { db, documents, protection });
      const records = new SqlRecordStore(
        { db, documents, protection },
        { staffId: null, now: new Date().toISOString() },
      );
      await keepResult(state, 'command', { records, caller: systemCaller });
      if (!isIntact(state)) process.exitCode = 1;
      const seconds = (Date.now() - began) / 1000;
      const watched = head === undefined ? '\n没有库外记下的最后封印，末尾是否被截去无从得知。' : '';
      return `${findingsText(state)}\n最后封印 ${state.place.number}:${state.place.seal}，用时 ${seconds.toFixed(1)} 秒。${watched}`;
    } finally {
      await close();
    }
  });
});

function givenHead(args: readonly string[]): SealedHead | undefined {
  const at = args.indexOf('--head');
  if (at === -1) return undefined;
  const head = parseHead(args[at + 1] ?? '');
  if (head === undefined) throw new StartError('E_AUDIT_HEAD', { got: (args[at + 1] ?? '').slice(0, 80) });
  return head;
}
