import { expect } from 'vitest';
import type { Envelope } from '../../engine/model/wire/index.ts';
import { ScheduleClock } from '../jobs/schedule-clock.ts';
import type { StoredRecord, Values } from '../kernel/operation/record-store.ts';
import { startJobWorker } from './job-worker.ts';
import { startTestApp, type TestApp } from './test-app.ts';

type Answered = Values & { readonly id?: string; readonly error?: { readonly code: string } };
/** What a call in a test answers. */
export type OfficeAnswer = Envelope<Answered>;

/** The code of a refusal, `0` of what was done. */
export const refusalOf = ({ code, data }: OfficeAnswer): string => (code === '0' ? '0' : (data?.error?.code ?? code));

/** The test company with people of further roles, its schedules, and a node that works on jobs. */
export type Office = TestApp & {
  /** Calls as somebody, with a key of its own. */
  act(by: string, path: string, body: Values): Promise<OfficeAnswer>;
  /** The same, which has to succeed; answers the id. */
  done(by: string, path: string, body: Values): Promise<string>;
  /** Changes a row by its API, at the version it has. */
  modify(by: string, entity: string, id: string, values: Values): Promise<OfficeAnswer>;
  stored(entity: string, id: string): Promise<StoredRecord>;
  /** Adds somebody who holds a role, at work in a department, under an account; answers his id. */
  hire(account: string, role: string, department?: string): Promise<string>;
  /** Runs a schedule as if it were due just now, to its end. */
  run(schedule: string): Promise<void>;
};

/** Starts it. */
export async function startOffice(): Promise<Office> {
  const test = await startTestApp();
  const worker = startJobWorker(test.documents, test.database);
  const { platform, schedules, faults } = worker;
  const clock = new ScheduleClock({
    ...{ db: platform.db, jobs: platform.services.jobs, schedules },
    onFault: (error) => faults.push(error),
  });
  await clock.look();
  const { database, records, ids } = test;
  let hired = 0;
  const office: Office = {
    ...test,
    act: (by, path, body) => test.call<Answered>(by, path, body, { 'idempotency-key': crypto.randomUUID() }),
    async done(by, path, body) {
      const answer = await office.act(by, path, body);
      expect(answer, `${path} ${JSON.stringify(answer)}`).toMatchObject({ code: '0' });
      return String(answer.data.id);
    },
    async modify(by, entity, id, values) {
      const { version } = await office.stored(entity, id);
      return office.act(by, `/v1/${entity.replaceAll('_', '/')}/modify`, { id, version, ...values });
    },
    async stored(entity, id) {
      const row = await records.findOne(entity, { id });
      if (row === undefined) throw new TypeError(`no ${entity} ${id}`);
      return row;
    },
    async hire(account, role, department = 'promotion') {
      hired += 1;
      const { passwordHash } = await office.stored('staff', String(ids.sales));
      return records.insert('staff', {
        ...{ account, name: account, mobile: `1371000${1000 + hired}`, passwordHash, departmentId: ids[department] },
        ...{ roleIds: [ids[`role:${role}`]], projectIds: [ids.project], firstLogin: false, receiveLeads: false },
        status: 'active',
      });
    },
    async run(schedule) {
      await database.rows("update schedule_state set due_at = now() - interval '1 minute' where key = $1", [schedule]);
      await clock.look();
      const open = "select 1 from background_job where status in ('pending', 'running')";
      await expect.poll(() => database.rows(open), { timeout: 30_000 }).toEqual([]);
      expect(faults).toEqual([]);
    },
    async close() {
      await worker.close();
      await test.close();
    },
  };
  return office;
}
