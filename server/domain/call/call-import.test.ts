import { expect, it } from 'vitest';
import { importDriver } from '../../testing/import-driver.ts';
import { company, startCallCompany } from './call-company.testing.ts';

startCallCompany();

/** The file of a line: what stands above its columns, and the fields they fill. */
const fileHeads = '线路,线路通话编号,方向,坐席,被叫,发起时间,通话时长,转写';
const fileKeys = [
  'provider',
  'providerCallId',
  'direction',
  'staffId',
  'callee',
  'startedAt',
  'talkSeconds',
  'transcript',
];
const mapping = Object.fromEntries(fileKeys.map((key, column) => [key, column]));

it('imports the file of a line once, however often it comes, and knows whose calls they are', async () => {
  await company.records.update('staff', String(company.ids.sales2), { hlAgentId: 'hl-77' });
  const customer = await company.call<{ id: string }>('sales', '/v1/customer/create', {
    name: '话单客户',
    mobile: '13700001111',
    intentionProjectIds: [company.ids.project],
    channelId: company.ids.channel,
    level: 'b',
  });
  const lines = [
    fileHeads,
    'hl 坐席,a-1,呼出,hl-77,+86 137-0000-1111,2026-03-02 10:00:00,95,坐席：我们包过',
    'hl 坐席,a-2,呼出,hl-77,13700001111,2026-03-02 11:00:00,0,',
    'hl 坐席,,呼出,hl-77,13700001111,2026-03-02 12:00:00,10,',
  ];
  const driver = importDriver(company);
  for (const again of [false, true]) {
    const fileId = await driver.upload('manager', '话单.csv', Buffer.from(lines.join('\n')));
    const ended = await driver.done(await driver.run('manager', 'call_record', { fileId, mapping, again }));
    const refused = ended.fileId === null ? [] : await driver.table('manager', ended.fileId);
    expect(refused.flat().join(), JSON.stringify(refused)).toContain('导入的通话须有线路通话编号');
  }
  const made = await company.records.find('call_record', { staffId: company.ids.sales2 });
  expect(made).toHaveLength(2);
  const answered = made.find(({ providerCallId }) => providerCallId === 'a-1');
  expect(answered).toMatchObject({
    callee: '13700001111',
    customerId: customer.data.id,
    departmentId: company.ids.group1,
    status: 'answered',
    talkSeconds: 95,
    forbiddenHitCount: 1,
    qaStatus: 'pending',
  });
  expect(made.find(({ providerCallId }) => providerCallId === 'a-2')).toMatchObject({ status: 'no_answer' });
  expect(await company.records.findOne('customer', { id: customer.data.id })).toMatchObject({ callCount: 2 });
});

it('takes the good lines of a hostile file, and says of each other what is wrong with it', async () => {
  await company.records.update('staff', String(company.ids.sales3), { hlAgentId: 'hl-99' });
  const before = await company.records.count('call_record', { staffId: company.ids.sales3 });
  const line = (
    id: string,
    over: Partial<Record<'direction' | 'agent' | 'callee' | 'at' | 'talk' | 'said', string>> = {},
  ) => {
    const usual = {
      direction: '呼出',
      agent: 'hl-99',
      callee: '13700002222',
      at: '2026-03-03 10:00:00',
      talk: '30',
      said: '',
    };
    const { direction, agent, callee, at, talk, said } = { ...usual, ...over };
    return ['hl 坐席', id, direction, agent, callee, at, talk, said]
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(',');
  };
  const bad: readonly (readonly [string, string])[] = [
    [line('x-agent', { agent: 'hl-nobody' }), '坐席员工'],
    [line('x-direction', { direction: "out'; drop table call_record; --" }), '方向'],
    [line('x-day', { at: '2026-02-30 10:00:00' }), '发起时间'],
    [line('x-word', { at: '=NOW()' }), '发起时间'],
    [line('x-minus', { talk: '-5' }), '通话时长'],
    [line('x-huge', { talk: '1e308' }), '通话时长'],
    [line('x-text', { talk: '=1+1' }), '通话时长'],
    [line('x-long', { said: '长'.repeat(20_001) }), '转写文本'],
    [line('x-number', { callee: '1'.repeat(400) }), '被叫'],
    [line(`x-${'i'.repeat(300)}`), '线路通话编号'],
    [line('x-good', { talk: '31' }), '重复'],
  ];
  const good = [
    line('x-good', { said: '坐席：=HYPERLINK("http://evil.example")\n客户：<script>alert(1)</script>' }),
    line('x-after', { callee: '１３７ ００００ ２２２２' }),
  ];
  const driver = importDriver(company);
  const text = [fileHeads, good[0], ...bad.map(([row]) => row), good[1]].join('\n');
  const fileId = await driver.upload('manager', '恶意话单.csv', Buffer.from(text));
  const ended = await driver.done(await driver.run('manager', 'call_record', { fileId, mapping }));
  const refused = (await driver.table('manager', String(ended.fileId))).slice(1);
  const reasons = refused.map((row) => row.join(' '));
  for (const [index, [, reason]] of bad.entries()) expect(reasons[index], JSON.stringify(reasons)).toContain(reason);
  expect(refused).toHaveLength(bad.length);
  const made = await company.records.find('call_record', { staffId: company.ids.sales3 });
  expect(made).toHaveLength(before + good.length);
  for (const id of ['x-good', 'x-after'])
    expect(made.find(({ providerCallId }) => providerCallId === id)).toMatchObject({
      callee: '13700002222',
      talkSeconds: 30,
    });
});
