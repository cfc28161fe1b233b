import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadAs } from '../testing/multipart.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let customerId: string;
let serial = 0;
beforeAll(async () => {
  test = await startTestApp();
  const { ids, records } = test;
  customerId = await records.insert('customer', {
    ...{ customerNo: 'KHP1', name: '客户', mobile: '13600001001', level: 'a', stage: 'following', ownState: 'owned' },
    ...{ channelId: ids.channel, intentionProjectIds: [ids.project], ownerId: ids.sales, ownerDeptId: ids.group1 },
    ...{ locked: false, followCount: 0, callCount: 0, orderCount: 0, paidTotal: 0 },
  });
}, 60_000);
afterAll(() => test.close());

type Answer = {
  readonly code: string;
  readonly data: {
    readonly address: string;
    readonly position: number;
    readonly seconds: number;
    readonly watermark: string | null;
    readonly error?: { readonly code: string };
  };
};
const call = (by: string, path: string, body: Record<string, unknown>): Promise<Answer> => test.call(by, path, body);
const codeOf = async (answer: Promise<Answer>) => (await answer).data.error?.code ?? '0';
const play = (by: string, id: string) => call(by, '/v1/file/play', { id });
const note = (by: string, id: string, position: number, seconds: number) =>
  call(by, '/v1/file/play/note', { id, position, seconds });

/** A sound, different each time. */
function sound(): Buffer {
  serial += 1;
  const head = Buffer.from(
    '52494646f401000057415645666d74201000000001000100401f0000401f00000100080064617461d0010000',
    'hex',
  );
  return Buffer.concat([head, Buffer.alloc(464, serial)]);
}

/** A sound, or what is given, that a work order of `sales` holds: one of its own, since the same again joins the first. */
async function attached(content = sound(), name = '录音.wav'): Promise<string> {
  const id = await uploadAs(test, 'sales', name, content);
  const body = { type: 'service', customerId, title: `听不清第 ${serial} 句`, content: '见录音', attachments: [id] };
  expect(await test.call('sales', '/v1/work/order/create', body)).toMatchObject({ code: '0' });
  return id;
}

it('is from an address that opens in part, in the browser that asked, and bears the name of who watches', async () => {
  const id = await attached();
  const asked = await test.app.inject({
    ...{ method: 'POST', url: '/v1/file/play', payload: { id } },
    headers: { 'x-app-token': await test.token('sales') },
  });
  const { address, position, seconds, watermark, mime } = asked.json().data;
  expect([position, seconds, mime]).toEqual([0, 0, 'audio/wav']);
  const name = (await test.records.findOne('staff', { id: test.ids.sales }))?.name;
  expect(watermark).toMatch(new RegExp(`^${name} \\d{4}-\\d{2}-\\d{2}$`));
  const cookie = String(asked.headers['set-cookie']).split(';', 1)[0];
  const part = await test.app.inject({ method: 'GET', url: address, headers: { range: 'bytes=44-143', cookie } });
  expect([part.statusCode, part.rawPayload.length, part.headers['content-type']]).toEqual([206, 100, 'audio/wav']);
  expect(part.headers['content-disposition']).toMatch(/^inline/);
  expect((await test.app.inject({ method: 'GET', url: address })).statusCode).toBe(404);
});

it('goes on where each person left off, and counts for each', async () => {
  const id = await attached();
  expect(await note('sales', id, 95, 12)).toMatchObject({ code: '0', data: { seconds: 12 } });
  expect((await play('sales', id)).data).toMatchObject({ position: 95, seconds: 12 });
  expect((await play('group_leader', id)).data).toMatchObject({ position: 0, seconds: 0 });
});

it('is played from where it was added, too, when the same was brought forward again', async () => {
  const [first, again] = [sound(), sound()];
  const title = `听不清第 ${serial} 句`;
  const ids = [];
  for (const content of [first, again]) {
    const id = await uploadAs(test, 'sales', '录音.wav', content);
    const body = { type: 'service', customerId, title, content: '见录音', attachments: [id] };
    expect(await test.call('sales', '/v1/work/order/create', body)).toMatchObject({ code: '0' });
    ids.push(id);
  }
  expect(await test.records.findOne('file_object', { id: ids[1] })).toMatchObject({ bizEntity: 'work_order_log' });
  for (const id of ids) expect(await play('sales', id)).toMatchObject({ code: '0' });
});

it('counts no more than the time that went by, however many windows tell of it at once', async () => {
  const id = await attached();
  const begun = Date.now();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => note('sales', id, at, 15)));
  expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => '0'));
  const { seconds } = (await play('sales', id)).data;
  expect(seconds).toBeGreaterThanOrEqual(15);
  expect(seconds).toBeLessThanOrEqual(15 + Math.ceil((Date.now() - begun) / 1000));
  expect(await test.records.count('play_record', { fileId: id })).toBe(1);
});

it('adds up what two windows tell at the same moment', async () => {
  const id = await attached();
  await note('sales', id, 1, 1);
  const past = "counted_at = counted_at - interval '1 hour', seconds = 0";
  await test.database.rows(`update play_record set ${past} where file_id = '${id}'`);
  // The row is held for a while, so that both have begun before either can write.
  const holding = test.database.rows(
    `with held as (update play_record set position = 2 where file_id = '${id}' returning id) select pg_sleep(1.5) from held`,
  );
  await new Promise((begun) => setTimeout(begun, 300));
  const told = await Promise.all([note('sales', id, 3, 10), note('sales', id, 4, 11)]);
  await holding;
  expect(told.map(({ code }) => code)).toEqual(['0', '0']);
  expect((await play('sales', id)).data.seconds).toBe(21);
});

it('is for who may read it, of a field that says so, for sounds and films alone', async () => {
  const id = await attached();
  for (const path of ['/v1/file/play', '/v1/file/play/note'] as const) {
    const more = path === '/v1/file/play' ? {} : { position: 1, seconds: 1 };
    expect(await codeOf(call('promoter', path, { id, ...more }))).toBe('E_FILE_GONE');
    const loose = await uploadAs(test, 'sales', '录音.wav', sound());
    expect(await codeOf(call('sales', path, { id: loose, ...more }))).toBe('E_FILE_UNPLAYABLE');
    const list = await attached(Buffer.from(`姓名\n张三${serial}\n`), '名单.csv');
    expect(await codeOf(call('sales', path, { id: list, ...more }))).toBe('E_FILE_UNPLAYABLE');
  }
  expect(await test.records.count('play_record', { staffId: test.ids.promoter })).toBe(0);
});

it.each([
  ['more than is told at once', { position: 1, seconds: 16 }],
  ['less than nothing', { position: -1, seconds: 1 }],
  ['what is no number', { position: '1', seconds: 1 }],
  ['a place left out', { seconds: 1 }],
])('takes no note of %s', async (_, body) => {
  const id = await attached();
  expect(await codeOf(call('sales', '/v1/file/play/note', { id, ...body }))).toBe('E_INPUT_INVALID');
});
