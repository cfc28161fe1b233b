import { expect, it } from 'vitest';
import { cleanFiles } from '../../files/clean-files.ts';
import { createFileStore } from '../../files/store/file-store.ts';
import { emptyWav } from '../../files/wav.ts';
import { ScheduleClock } from '../../jobs/schedule-clock.ts';
import { uploadAs } from '../../testing/multipart.ts';
import { filesOf } from '../../testing/test-database.ts';
import { act, callMade, callOf, company, startCallCompany, worker } from './call-company.testing.ts';

startCallCompany();

async function uploaded(account: string): Promise<string> {
  return uploadAs(company, account, '录音.wav', emptyWav(8000, 8000, 1));
}

it('plays a recording to the agent, his leader and inspectors, notes each play, and gives the file by no other way', async () => {
  const recordingId = await uploaded('sales');
  const id = await callMade({ recordingId });
  const play = (account: string) => company.call<{ address: string }>(account, '/v1/call/record/play', { id });
  for (const account of ['sales', 'group_leader', 'manager', 'inspector'])
    expect((await play(account)).code, account).toBe('0');
  for (const account of ['sales2', 'sales3', 'promoter']) expect((await play(account)).code, account).not.toBe('0');
  const plays = await company.records.find('operation_log', { entityId: id, action: 'call_record.play' });
  expect(plays.map(({ staffId }) => staffId)).toHaveLength(4);
  for (const path of ['download', 'preview', 'mp3'])
    expect(await company.call('sales', `/v1/file/${path}`, { id: recordingId })).toMatchObject({
      data: { error: { code: 'E_FILE_GUARDED' } },
    });
  expect((await company.call('sales', '/v1/call/record/download', { id })).code).not.toBe('0');
  const asked = await company.app.inject({
    ...{ method: 'POST', url: '/v1/call/record/play', payload: { id } },
    headers: { 'x-app-token': await company.token('sales') },
  });
  const { address } = asked.json().data;
  // The browser that asked sends back what it was given with the address.
  const cookie = String(asked.headers['set-cookie']).split(';', 1)[0];
  const headers = { range: 'bytes=44-143', cookie };
  const part = await company.app.inject({ method: 'GET', url: address, headers });
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100]);
  expect(part.headers['content-type']).toMatch(/^audio\//);
  const changed = await company.app.inject({ method: 'GET', url: address.replace('use=play', 'use=save'), headers });
  expect(changed.statusCode).not.toBe(200);
});

it('takes recordings away after two years, keeps what was said, and notes it in the log', async () => {
  const day = 86_400_000;
  const begun = (days: number) => {
    const startedAt = new Date(Date.now() - days * day).toISOString();
    return { startedAt, answeredAt: startedAt, endedAt: startedAt, transcript: '坐席：您好' };
  };
  const old = await callMade({ recordingId: await uploaded('sales'), ...begun(731) });
  const newer = await callMade({ recordingId: await uploaded('sales'), ...begun(720) });
  const fileOf = async (id: string) => String((await callOf(id))?.recordingId);
  const [oldFile, newerFile] = [await fileOf(old), await fileOf(newer)];
  const keyOf = async (id: string) =>
    String((await company.database.rows('select storage_key as key from file_object where id = $1', [id]))[0]?.key);
  const files = createFileStore(filesOf(company.database));
  const oldKey = await keyOf(oldFile);
  const look = (ahead: number) =>
    new ScheduleClock({
      db: worker.platform.db,
      jobs: worker.platform.services.jobs,
      schedules: new Map([...worker.schedules].filter(([key]) => key === 'call.keptRecordings')),
      onFault: (error: unknown) => worker.faults.push(error),
      now: () => new Date(Date.now() + ahead),
    }).look();
  await look(0);
  // Whenever it is due first, it is by then.
  await look(2 * day);
  await expect
    .poll(() => callOf(old), { timeout: 20_000 })
    .toMatchObject({ recordingId: null, transcript: '坐席：您好' });
  expect(await callOf(newer)).toMatchObject({ recordingId: newerFile });
  expect(await act('sales', '/v1/call/record/play', { id: old })).toMatchObject({
    data: { error: { code: 'E_CALL_NO_RECORDING' } },
  });
  expect(await act('sales', '/v1/call/record/play', { id: newer })).toMatchObject({ code: '0' });
  expect(
    await company.records.find('operation_log', { entityId: old, action: 'call_record.forgetRecording' }),
  ).toMatchObject([{ staffId: null, value: '系统 · 通话记录：录音满两年，已删除' }]);
  // The content itself goes with the next cleaning.
  await files.read(oldKey).then((stream) => stream.destroy());
  await cleanFiles(worker.platform, new Date(Date.now() + 3 * day));
  await expect(files.read(oldKey)).rejects.toThrow();
  await files.read(await keyOf(newerFile)).then((stream) => stream.destroy());
});
