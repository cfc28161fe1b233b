import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EndMineAnswer } from '../../contract/phone.ts';

import { ScheduleClock } from '../jobs/schedule-clock.ts';
import { startJobWorker } from '../testing/job-worker.ts';
import { type PhoneCompany, startPhoneCompany } from '../testing/phone-company.ts';
import { testPassword } from '../testing/test-app.ts';

// A call that goes on keeps its person from calling: whatever ends the person's part of it ends the record.

let phone: PhoneCompany;

beforeAll(async () => {
  phone = await startPhoneCompany();
}, 60_000);
afterAll(() => phone.app.close());

type Device = {
  readonly token: string;
  readonly ask: <Data = Record<string, unknown>>(
    path: string,
    body?: object,
  ) => ReturnType<typeof phone.app.call<Data>>;
};

/** Somebody signed in on a device of his own. */
async function deviceOf(account: string): Promise<Device> {
  const { app } = phone;
  const body = { account, password: testPassword };
  const { data } = await app.call<{ token: string }>(undefined, '/v1/sys/user/login', body);
  const headers = { 'x-app-token': data.token };
  return { token: data.token, ask: (path, more = {}) => app.call(undefined, path, { ...more }, headers) };
}

/** A call in which somebody talks, on a device of his. */
async function talking(device: Device): Promise<string> {
  const number = phone.newMobile();
  const dialled = await device.ask<{ callId: string }>('/v1/phone/call/create', { provider: 'webphone', number });
  expect(dialled.code).toBe('0');
  const { callId } = dialled.data;
  await device.ask('/v1/phone/call/event/create', { callId, event: { kind: 'answered' } });
  expect(await phone.callOf(callId)).toMatchObject({ status: 'talking' });
  return callId;
}

const isOver = (callId: string) =>
  expect
    .poll(() => phone.callOf(callId), { timeout: 10_000 })
    .toMatchObject({ status: 'unconfirmed', endedAt: expect.any(String), hangupBy: 'staff' });

const ends: Readonly<Record<string, (device: Device) => Promise<unknown>>> = {
  'signing out': (device) => device.ask('/v1/sys/user/logout'),
  'being sent away': () => phone.app.call('admin', '/v1/sys/user/kick', { id: phone.app.ids.manager }),
  'another password': () => phone.app.call('admin', '/v1/sys/user/reset/password', { id: phone.app.ids.manager }),
  'being stopped': async () => {
    const version = (await phone.app.records.findOne('staff', { id: phone.app.ids.manager }))?.version;
    return phone.app.call('admin', '/v1/sys/user/disable', { id: phone.app.ids.manager, version });
  },
};

it.each(Object.keys(ends))('ends the call of a session that is over by %s', async (how) => {
  const { records, ids } = phone.app;
  const before = await records.findOne('staff', { id: ids.manager });
  const device = await deviceOf('manager');
  const callId = await talking(device);
  expect(await ends[how]?.(device)).toMatchObject({ code: '0' });
  await isOver(callId);
  const kept = { status: 'active', passwordHash: before?.passwordHash, firstLogin: false };
  await records.update('staff', String(ids.manager), kept);
});

it('leaves the call of another device of the same person alone', async () => {
  const [first, second] = [await deviceOf('sales2'), await deviceOf('sales2')];
  const number = phone.newMobile();
  const { callId } = (await first.ask<{ callId: string }>('/v1/phone/call/create', { provider: 'webphone', number }))
    .data;
  await second.ask('/v1/sys/user/logout');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await phone.callOf(callId)).toMatchObject({ status: 'dialing' });
  await first.ask('/v1/sys/user/logout');
  await expect.poll(() => phone.callOf(callId), { timeout: 10_000 }).toMatchObject({ status: 'cancelled' });
});

it('is no hindrance once its session has run out, of which nobody tells', async () => {
  const device = await deviceOf('sales');
  const callId = await talking(device);
  const expire = () =>
    phone.app.database.rows(`update login_session set expire_at = now() - interval '1 minute'
      where id = (select session_id::uuid from call_record where id = '${callId}')`);
  await expire();
  const next = await deviceOf('sales');
  const second = await talking(next);
  expect(await phone.callOf(callId)).toMatchObject({ status: 'unconfirmed' });
  // The schedule finds it as well.
  const worker = startJobWorker(phone.app.documents, phone.app.database);
  try {
    await phone.app.database.rows(`update login_session set expire_at = now() - interval '1 minute'
      where id = (select session_id::uuid from call_record where id = '${second}')`);
    const { platform, schedules } = worker;
    const jobs = platform.services.jobs;
    await new ScheduleClock({ db: platform.db, jobs, schedules, onFault: (error) => worker.faults.push(error) }).look();
    await isOver(second);
    expect(worker.faults).toEqual([]);
  } finally {
    await worker.close();
  }
});

it('ends what a seat that registers anew had left, over the browser’s phone alone', async () => {
  const left = await talking(await deviceOf('sales'));
  const device = await deviceOf('sales');
  expect((await device.ask('/v1/phone/registration/create')).code).toBe('0');
  expect(await phone.callOf(left)).toMatchObject({ status: 'unconfirmed' });
  const { id } = await phone.newCustomer();
  const { callId } = (await phone.click(id, 'sales', { provider: 'hl' })).data;
  await device.ask('/v1/phone/registration/create');
  expect(await phone.callOf(callId)).toMatchObject({ status: 'dialing' });
  await phone.end(callId);
});

it('is named by the refusal of another, and ended on demand, once', async () => {
  const { id } = await phone.newCustomer();
  const { callId } = (await phone.click(id)).data;
  await phone.tell(callId, { kind: 'answered' });
  const call = await phone.callOf(callId);
  const refused = await phone.click(id);
  const number = String(call?.callee);
  expect(refused.data.error).toMatchObject({
    code: 'E_PHONE_IN_CALL',
    got: callId,
    call: {
      ...{ callId, callNo: call?.callNo, name: '被叫客户', direction: 'out' },
      number: `${number.slice(0, 3)}****${number.slice(-4)}`,
    },
  });
  expect(JSON.stringify(refused)).not.toContain(number);
  const end = (body: object, account = 'sales') =>
    phone.app.call<EndMineAnswer>(account, '/v1/phone/call/end/mine', { ...body });
  expect((await end({ callId }, 'sales2')).data).toEqual({ ended: 0, calls: [] });
  expect((await end({ callId: randomUUID() })).data).toEqual({ ended: 0, calls: [] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => end({ callId })));
  expect(answers.map(({ data }) => data.ended).toSorted()).toEqual([...Array.from({ length: 19 }, () => 0), 1]);
  expect(await phone.callOf(callId)).toMatchObject({ status: 'unconfirmed', hangupBy: 'staff' });
  const next = await phone.click(id);
  expect(next.code).toBe('0');
  expect((await end({})).data).toEqual({ ended: 1, calls: [{ callId: next.data.callId, status: 'cancelled' }] });
});

it('keeps no incoming call from being recorded: missed while he talks, rung where the last was left over', async () => {
  const { id, mobile } = await phone.newCustomer();
  const device = await deviceOf('sales');
  const left = await talking(device);
  const second = await phone.incoming('while-talking', mobile, 'sales', { busy: true });
  expect(second).toMatchObject({ code: '0', data: { status: 'busy', matches: [{ id }] } });
  expect(await phone.callOf(second.data.callId)).toMatchObject({
    ...{ status: 'busy', direction: 'in', customerId: id, endedAt: expect.any(String), confirmation: 'pending' },
  });
  expect(await phone.callOf(left)).toMatchObject({ status: 'talking' });
  expect((await phone.incoming('while-talking', mobile, 'sales', { busy: true })).data).toMatchObject({
    ...{ callId: second.data.callId, status: 'busy' },
  });
  // His browser vanished and came back: what rings now rings in a browser that is in no call.
  const rung = await phone.incoming('after-reload', mobile);
  expect(rung).toMatchObject({ code: '0', data: { status: 'ringing', matches: [{ id }] } });
  expect(await phone.callOf(left)).toMatchObject({ status: 'unconfirmed' });
  expect(await phone.callOf(rung.data.callId)).toMatchObject({ status: 'ringing', customerId: id });
  // In a call over another line he is busy; should he take it all the same, the line says so.
  await phone.end(rung.data.callId);
  const agent = (await phone.click(id, 'sales', { provider: 'hl' })).data.callId;
  const missed = await phone.incoming('on-another-line', mobile);
  expect(missed.data).toMatchObject({ status: 'busy' });
  expect(await phone.callOf(agent)).toMatchObject({ status: 'dialing' });
  await phone.line({ callId: missed.data.callId, kind: 'ended', hangupBy: 'customer', talkSeconds: 7 });
  expect(await phone.callOf(missed.data.callId)).toMatchObject({ status: 'answered', talkSeconds: 7 });
  await phone.end(agent);
});

it('records every one of many callers at once, one of them ringing', async () => {
  const { mobile } = await phone.newCustomer();
  const all = await Promise.all(Array.from({ length: 60 }, (_, n) => phone.incoming(`crowd-${n}`, mobile, 'sales3')));
  expect(all.every(({ code }) => code === '0')).toBe(true);
  expect(await phone.app.records.count('call_record', { staffId: phone.app.ids.sales3, direction: 'in' })).toBe(60);
  expect(await phone.app.records.count('call_record', { staffId: phone.app.ids.sales3, endedAt: null })).toBe(1);
});
