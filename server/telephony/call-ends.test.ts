import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { ScheduleClock } from '../jobs/schedule-clock.ts';
import { signed } from '../kernel/crypto/signature.ts';
import { multipart } from '../testing/multipart.ts';
import { lineSecret } from '../testing/phone-company.ts';
import {
  callOf,
  click,
  company,
  end,
  line,
  newCustomer,
  startLineCompany,
  tell,
  worker,
} from './line-company.testing.ts';

startLineCompany();

it.each([
  [480, 'unreachable'],
  [486, 'busy'],
  [408, 'no_answer'],
  [500, 'failed'],
  [487, 'rejected'],
  [484, 'failed'],
  [302, 'failed'],
  [null, 'failed'],
] as const)('keeps code %s as %s', async (code, status) => {
  const { id } = await newCustomer();
  const { callId } = (await click(id)).data;
  expect((await tell(callId, { kind: 'rejected', code })).data).toMatchObject({ status, talkSeconds: 0 });
  expect(await callOf(callId)).toMatchObject({ rejectCode: code, status });
});

it('takes the word of the line, which goes on where a browser died', async () => {
  const { id } = await newCustomer();
  const { callId } = (await click(id)).data;
  expect((await line({ callId, kind: 'ringing' })).data).toMatchObject({ status: 'ringing' });
  expect((await line({ callId, kind: 'answered' })).data).toMatchObject({ status: 'talking' });
  expect((await line({ callId, kind: 'ended', hangupBy: 'customer', talkSeconds: 42 })).data).toMatchObject({
    status: 'answered',
    talkSeconds: 42,
  });
  expect((await line({ callId, kind: 'transcript', text: '您好，我是老师' })).code).toBe('0');
  expect(await callOf(callId)).toMatchObject({ hangupBy: 'customer', transcript: '您好，我是老师' });
  const next = await click(id);
  expect(next.code).toBe('0');
  await tell(next.data.callId, { kind: 'rejected', code: 408 });
  expect(
    (await line({ callId: next.data.callId, kind: 'ended', hangupBy: 'staff', talkSeconds: 7 })).data,
  ).toMatchObject({ status: 'answered', talkSeconds: 7 });
});

it('keeps one recording of a call, for who may see the call', async () => {
  const { id } = await newCustomer();
  const { callId } = (await click(id)).data;
  await end(callId);
  const content = Buffer.from('RIFF0000WAVEfmt made-up sound');
  const send = async (sound: Buffer, digest = createHash('sha256').update(sound).digest('hex')) => {
    const query = new URLSearchParams({
      callId,
      format: 'wav',
      sha256: digest,
      ...signed(`${callId}.wav.${digest}`, lineSecret),
    });
    const { body, type: sort } = multipart('call.wav', sound);
    const url = `/v1/phone/line/recording/create?${query}`;
    const response = await company.app.inject({
      method: 'POST',
      url,
      payload: body,
      headers: { 'content-type': sort },
    });
    return response.json();
  };
  expect(await send(content, 'f'.repeat(64))).toMatchObject({ data: { error: { code: 'E_PHONE_SIGNATURE' } } });
  expect((await callOf(callId))?.recordingId).toBeNull();
  expect(await send(content)).toMatchObject({ code: '0' });
  const recordingId = (await callOf(callId))?.recordingId;
  expect(await company.records.findOne('file_object', { id: recordingId })).toMatchObject({
    kind: 'audio',
    private: true,
    bizEntity: 'call_record',
    bizId: callId,
    size: content.length,
  });
  expect(await send(Buffer.from('RIFF0000WAVEfmt another'))).toMatchObject({ code: '0' });
  expect((await callOf(callId))?.recordingId).toBe(recordingId);
  expect(await company.call('sales', '/v1/call/record/play', { id: callId })).toMatchObject({ code: '0' });
  expect(await company.call('sales3', '/v1/call/record/play', { id: callId })).toMatchObject({
    data: { error: { code: 'E_NOT_FOUND' } },
  });
});

it('ends by schedule what neither browser nor line ended, and by the next call of the same person', async () => {
  const { id } = await newCustomer();
  const age = (callId: string, span: string) =>
    company.database.rows(
      `update call_record set started_at = started_at - interval '${span}', ring_at = ring_at - interval '${span}', answered_at = answered_at - interval '${span}' where id = '${callId}'`,
    );
  const first = (await click(id)).data.callId;
  await age(first, '4 minutes');
  const second = await click((await newCustomer()).id);
  expect(second.code).toBe('0');
  expect(await callOf(first)).toMatchObject({ status: 'no_answer', hangupBy: 'system' });
  await age(second.data.callId, '4 minutes');
  const { platform, schedules } = worker;
  const clock = new ScheduleClock({
    db: platform.db,
    jobs: platform.services.jobs,
    schedules,
    onFault: (error) => worker.faults.push(error),
  });
  await clock.look();
  await expect.poll(async () => (await callOf(second.data.callId))?.status, { timeout: 20_000 }).toBe('no_answer');
  expect(worker.faults).toEqual([]);
});
