import { Readable } from 'node:stream';
import type { Envelope } from '../../engine/model/wire/index.ts';
import { createFileStore } from '../files/store/file-store.ts';
import { readTable } from '../files/table/read-table.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { uploadAs } from './multipart.ts';
import type { TestApp } from './test-app.ts';
import { filesOf } from './test-database.ts';

type Started = { readonly batchId: string; readonly jobId: string };

/** How a job ended, as its starter sees it. */
export type EndedJob = { readonly status: string; readonly message: string; readonly fileId: string | null } & Values;

/** Imports as a member of staff makes them: upload, import, wait, fetch what was not taken. */
export type ImportDriver = {
  upload(account: string, name: string, content: Buffer): Promise<string>;
  ask(account: string, entity: string, body: Values): Promise<Envelope<Values>>;
  /** Starts one that is accepted. */
  run(account: string, entity: string, body: Values): Promise<Started>;
  /** Waits for the end of a job that is accepted. */
  done(started: Values): Promise<EndedJob>;
  ended(started: Values): Promise<EndedJob>;
  /** The rows of a table file. */
  table(account: string, fileId: string): Promise<readonly (readonly string[])[]>;
};

/** How long a job may take; in a deep run it has as many rows as there may be. */
const patience = process.env.TEST_DEPTH === 'deep' ? 900_000 : 60_000;

/** Opens one at the server of a test. */
export function importDriver(test: TestApp): ImportDriver {
  const files = createFileStore(filesOf(test.database));
  const ended = async (started: Values): Promise<EndedJob> => {
    for (const until = Date.now() + patience; Date.now() < until; ) {
      const { rows } = await test.connection.pool.query(
        'select status, message, file_id as "fileId", error_code as "errorCode", result from background_job where id = $1',
        [started.jobId],
      );
      const row: EndedJob | undefined = rows[0];
      if (row === undefined) throw new TypeError(`no job: ${JSON.stringify(started)}`);
      if (!['pending', 'running'].includes(row.status)) return row;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new TypeError('the job does not end');
  };
  const ask = (account: string, entity: string, body: Values) =>
    test.call<Values>(account, `/v1/${entity.replaceAll('_', '/')}/import`, body);
  return {
    upload: (account, name, content) => uploadAs(test, account, name, content),
    ask,
    async run(account, entity, body) {
      const answer = await ask(account, entity, body);
      if (answer.code !== '0') throw new TypeError(`not accepted: ${JSON.stringify(answer)}`);
      return { batchId: String(answer.data.batchId), jobId: String(answer.data.jobId) };
    },
    ended,
    async done(started) {
      const job = await ended(started);
      if (job.status !== 'done') throw new TypeError(`not done: ${JSON.stringify(job)}`);
      return job;
    },
    async table(account, fileId) {
      const answer = await test.call(account, '/v1/file/download', { id: fileId });
      const address = String(answer.data.address);
      const { rawPayload } = await test.app.inject({ method: 'GET', url: address });
      const stored = await files.write(Readable.from([rawPayload]), 1e9);
      const rows: (readonly string[])[] = [];
      for await (const { cells } of readTable({ ...stored, mime: String(answer.data.mime) }, files)) rows.push(cells);
      return rows;
    },
  };
}
