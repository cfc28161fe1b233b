import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PrintAnswer, PrintedSheet } from '../../../engine/model/wire/index.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { receiptDictionaries, receiptEntities } from '../../testing/fixtures/receipt-prints.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';

let office: TestOperations;
beforeAll(async () => {
  office = await startOperations(receiptEntities, { dictionaries: receiptDictionaries });
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.database.rows('delete from print_record'));

type Id = { readonly id: string };
const paid = { name: '学费', phone: '13812345678', amount: 123456, isPaid: true, method: 'cash', minutes: 80 };
const terms = '<p>致 {who}：共 {sum} 元</p>';
const create = async (over: Values = {}) => {
  const items = [
    { what: '听课', price: 100000 },
    { what: '资料', price: 23456 },
  ];
  return (await office.run<Id>('/v1/receipt/create', { ...paid, terms, items, ...over })).id;
};
const print = (ids: readonly string[], more: Values = {}, caller?: Caller, over = {}) =>
  office.run<PrintAnswer>('/v1/receipt/print/slip', { ids, ...more }, caller, over);
const numbersOf = ({ sheets }: PrintAnswer) => sheets.map(({ number, times }) => [number, times]);
const sectionOf = (sheet: PrintedSheet | undefined, key: string) => sheet?.sections.find((one) => one.key === key);
const logged = (id: string) => office.records.find('operation_log', { entityId: id });

describe('what stands on the paper', () => {
  it('is what its reader may see: values with their kinds, names for what they stand for, rows with totals', async () => {
    const ownerId = await office.records.insert('staff', { name: '李静' });
    const id = await create({ ownerId, witnessIds: [ownerId] });
    const { paper, by, sheets } = await print([id], {}, office.caller({ maskModes: new Map([['mobile', 'mask']]) }));
    expect([paper, by]).toEqual(['roll80', '测试员']);
    expect(sectionOf(sheets[0], 'base')).toEqual({
      key: 'base',
      columns: 1,
      facts: [
        { key: 'name', title: '品名', type: 'string', value: '学费' },
        { key: 'phone', title: '电话', type: 'mobile', value: '138****5678' },
        { key: 'minutes', title: 'minutes', type: 'int', unit: 'minutes', value: 80 },
        { key: 'method', title: '方式', type: 'enum', value: 'cash', text: '现金' },
        expect.objectContaining({ key: 'owner.name', value: '李静' }),
        { key: 'witnessIds', title: '见证', type: 'refs', value: [ownerId], text: '李静' },
        { key: 'isPaid', title: '已付', type: 'bool', value: true, text: '是' },
        { key: 'words', title: '大写', type: 'string', value: '壹仟贰佰叁拾肆元伍角陆分', isWide: true },
      ],
    });
    expect(sectionOf(sheets[0], 'items')?.table).toEqual({
      columns: [
        { key: 'what', title: '项目', type: 'string' },
        { key: 'price', title: '单价', type: 'money' },
      ],
      rows: [
        [{ value: '听课' }, { value: 100000 }],
        [{ value: '资料' }, { value: 23456 }],
      ],
      sums: [null, 123456],
    });
    expect(sectionOf(sheets[0], 'terms')).toMatchObject({
      title: '条款',
      text: {
        isFormatted: true,
        content: terms,
        variables: [
          { key: 'who', value: '138****5678' },
          { key: 'sum', type: 'money', value: 123456 },
        ],
      },
    });
    expect(sectionOf(sheets[0], 'dear')).toMatchObject({ words: '大额' });
    expect(sectionOf(sheets[0], 'code')?.code).toMatch(/^data:image\/svg\+xml;base64,/);
  });

  it('leaves out a part whose condition does not hold, and a value hidden from its reader', async () => {
    const id = await create({ amount: 5 });
    const { sheets } = await print([id], {}, office.caller({ maskModes: new Map([['mobile', 'hidden']]) }));
    expect(sectionOf(sheets[0], 'dear')).toBeUndefined();
    expect(sectionOf(sheets[0], 'base')?.facts?.find(({ key }) => key === 'phone')?.value).toBeNull();
    expect(JSON.stringify(sheets)).not.toContain('5678');
  });
});

describe('rows that refer to the record', () => {
  const talks = async (id: string, over: Parameters<typeof office.caller>[0] = {}) => {
    const { sheets } = await office.run<PrintAnswer>('/v1/receipt/print/talks', { ids: [id] }, office.caller(over));
    return sectionOf(sheets[0], 'talks')?.table?.rows.map((row) => row.map(({ value }) => value));
  };

  it('are those of the time that is told, in order, as far as the reader reaches them, with his masks', async () => {
    const [own, colleague] = [office.caller().staffId, await office.records.insert('staff', { name: '周平' })];
    const [id, other] = [await create({ ownerId: own }), await create()];
    const now = Date.now();
    const day = 86_400_000;
    const say = (what: string, at: number, more: Values = {}) =>
      office.records.insert('talk', {
        ...{ receiptId: id, staffId: own, what, phone: '13812345678', at: new Date(at).toISOString() },
        ...more,
      });
    await say('后说', now);
    await say('先说', now - 1);
    await say('上月说', now - 31 * day);
    await say('别人说', now, { staffId: colleague });
    await say('说的是另一张', now, { receiptId: other });
    const masked = { maskModes: new Map([['mobile', 'mask' as const]]) };
    const seen = [
      ['先说', '138****5678'],
      ['后说', '138****5678'],
    ];
    expect(await talks(id, { ...masked, dataScope: 'self' })).toEqual(seen);
    expect((await talks(id, masked))?.length).toBe(3);
  });

  it('are left out as a whole for who may not ask for such rows', async () => {
    const id = await create();
    expect(await talks(id, { grants: new Set(['receipt:*']) })).toBeUndefined();
    expect(await talks(id, { grants: new Set(['receipt:*', 'talk:query']) })).toEqual([]);
  });
});

describe('numbers', () => {
  it('are given at the first printing, kept at every further one, and each printing is logged', async () => {
    const [first, second] = [await create(), await create()];
    expect(numbersOf(await print([second, first]))).toEqual([
      ['SJ0001', 1],
      ['SJ0002', 1],
    ]);
    expect(numbersOf(await print([first]))).toEqual([['SJ0002', 2]]);
    expect(
      (await logged(first))
        .map(({ action, value }) => [action, value])
        .reverse()
        .slice(1),
    ).toEqual([
      ['receipt.print.slip', '收款：打印收据 SJ0002'],
      ['receipt.print.slip', '收款：补打收据 SJ0002（第 1 次补打）'],
    ]);
    const history = await office.run<{ choices: { kinds: readonly Values[] } }>('/v1/receipt/history', {
      id: first,
      choices: true,
    });
    expect(JSON.stringify(history)).toContain('打印收据');
  });

  it('are not given by a preview, which notes nothing', async () => {
    const id = await create();
    expect(numbersOf(await print([id], { preview: true }))).toEqual([[null, 1]]);
    expect(await office.records.count('print_record', {})).toBe(0);
    await print([id]);
    expect(numbersOf(await print([id], { preview: true }))).toEqual([['SJ0001', 2]]);
    expect((await logged(id)).filter(({ action }) => action === 'receipt.print.slip')).toHaveLength(1);
  });

  it('begin anew with each year where the document says so', async () => {
    const ids = [await create(), await create(), await create()];
    const numberAt = async (id: string | undefined, now: string) =>
      numbersOf(await office.run('/v1/receipt/print/yearly', { ids: [id] }, undefined, { now }))[0]?.[0];
    expect(await numberAt(ids[0], '2026-12-31T15:59:59.000Z')).toBe('NP2026001');
    // Midnight in Shanghai.
    expect(await numberAt(ids[1], '2026-12-31T16:00:00.000Z')).toBe('NP2027001');
    expect(await numberAt(ids[2], '2027-06-01T00:00:00.000Z')).toBe('NP2027002');
  });

  it('are without a gap and without a double however many print at once, also the same record, also where some are refused', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => create()));
    const unpaid = await create({ isPaid: false });
    const jobs = [
      ...ids.map((id) => print([id])),
      ...ids.map((_, at) => print([ids[(at + 1) % 12] ?? '', ids[at] ?? ''])),
      ...ids.slice(0, 4).map((id) => print([id, unpaid])),
    ];
    const outcomes = await Promise.allSettled(jobs);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
    const given = await office.database.rows('select number, times from print_record order by serial');
    expect(given).toEqual(
      Array.from({ length: 12 }, (_, at) => ({ number: `SJ${String(at + 1).padStart(4, '0')}`, times: 3 })),
    );
  });

  it('are the same for the same key again, and the printing is counted once; the paper is read anew', async () => {
    const id = await create();
    const key = { idempotencyKey: 'print-key-1' };
    const who = office.caller();
    expect(numbersOf(await print([id], {}, who, key))).toEqual([['SJ0001', 1]]);
    await office.records.update('receipt', id, { name: '改过' });
    const again = await print([id], {}, who, key);
    expect(numbersOf(again)).toEqual([['SJ0001', 1]]);
    expect(sectionOf(again.sheets[0], 'base')?.facts?.[0]?.value).toBe('改过');
    const kept = JSON.stringify(await office.database.rows('select answer from idempotency_key'));
    expect(kept).toContain('SJ0001');
    expect(kept).not.toContain('学费');
  });
});

describe('who may print what', () => {
  it.each([
    ['printed', {}],
    ['previewed', { preview: true }],
  ])('a record out of reach is not %s, and none beside it', async (_, more) => {
    const staffId = await office.records.insert('staff', { name: '自己' });
    const [mine, others] = [await create({ ownerId: staffId }), await create()];
    const who = office.caller({ staffId, dataScope: 'self' });
    const body = { ids: [mine, others], ...more };
    expect(await office.refusal('/v1/receipt/print/slip', body, who)).toMatchObject({ code: 'E_NOT_FOUND' });
    expect(await office.records.count('print_record', {})).toBe(0);
    expect(numbersOf(await print([mine], more, who))).toHaveLength(1);
  });

  it.each([
    ['printed', {}],
    ['previewed', { preview: true }],
  ])('of a record out of reach is not told whether it could be %s: its condition is not looked at', async (_, more) => {
    const unpaid = await create({ isPaid: false });
    const who = office.caller({ staffId: await office.records.insert('staff', { name: '别人' }), dataScope: 'self' });
    const refusal = await office.refusal('/v1/receipt/print/slip', { ids: [unpaid], ...more }, who);
    expect(refusal).toMatchObject({ code: 'E_NOT_FOUND' });
    expect(refusal).not.toMatchObject({ facts: { expected: '收款之后才能打印收据' } });
  });

  it('asks for the permission of the print, and for its condition, whatever the caller sees of what it reads', async () => {
    const id = await create();
    const who = office.caller({ grants: new Set(['receipt:get', 'receipt:print_yearly']) });
    expect(await office.refusal('/v1/receipt/print/slip', { ids: [id] }, who)).toMatchObject({
      code: 'E_NO_PERMISSION',
      facts: { expected: 'receipt:print_slip' },
    });
    const empty = await create({ items: [] });
    for (const more of [{}, { preview: true }])
      expect(await office.refusal('/v1/receipt/print/slip', { ids: [id, empty], ...more })).toMatchObject({
        code: 'E_GUARD',
        facts: { expected: '收款之后才能打印收据' },
      });
  });

  it.each([
    ['no record', { ids: [] }],
    ['too many', { ids: Array.from({ length: 101 }, () => '00000000-0000-7000-8000-000000000000') }],
    ['what is no id', { ids: ['1'] }],
    ['what nobody asks for', { ids: ['00000000-0000-7000-8000-000000000000'], number: 'SJ9' }],
  ])('refuses %s', async (_, body) => {
    expect(await office.refusal('/v1/receipt/print/slip', body)).toMatchObject({ code: 'E_INPUT_INVALID' });
  });
});
