import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnalysisAsk, analysisCard, type SavedAnalyses } from '../../../engine/model/dataset/index.ts';
import type { DatasetDocument, PageBundle } from '../../../engine/model/documents/index.ts';
import type { DatasetAnswer } from '../../../engine/model/wire/index.ts';
import { systemCaller } from '../../kernel/caller/caller.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { askFaults } from './check-ask.ts';

let company: TestApp;

beforeAll(async () => {
  company = await startTestApp();
}, 60_000);

afterAll(() => company.close());

type Made = { readonly id: string; readonly version: number };
type Refused = { readonly error: { readonly code: string; readonly faults?: readonly object[] } };

const calls: AnalysisAsk = { dataset: 'call_statistics', chart: 'bar', measures: ['calls'], dimensions: ['staff'] };
const handled: AnalysisAsk = { dataset: 'work_order_handling', chart: 'table', measures: [], dimensions: ['type'] };

const create = (account: string, name: string, ask: unknown = calls, more: object = {}) =>
  company.call<Made>(account, '/v1/analysis/create', { name, ask, ...more });
const seenBy = async (account: string) =>
  (await company.call<SavedAnalyses>(account, '/v1/analysis/query')).data.analyses;
const namesFor = async (account: string) => (await seenBy(account)).map(({ name }) => name);
const refusal = async (answer: Promise<{ readonly data: unknown }>) => ((await answer).data as Refused).error;

async function ring(staffId: string, departmentId: string, callNo: string) {
  await company.records.insert('call_record', {
    ...{ callNo, provider: 'manual', direction: 'out', staffId, departmentId, confirmation: 'manual' },
    ...{ startedAt: new Date().toISOString(), talkSeconds: 0, status: 'no_answer' },
    ...{ forbiddenHitCount: 0, qaStatus: 'none', callee: '13600001001', caller: '02112345678' },
  });
}

describe('a shared analysis', () => {
  it('answers each reader with his own rows, and says nothing of figures itself', async () => {
    const { ids } = company;
    await ring(ids.sales ?? '', ids.group1 ?? '', 'TH-A1');
    await ring(ids.sales3 ?? '', ids.group2 ?? '', 'TH-A2');
    await create('manager', '本月的通话', calls, { share: 'all' });
    const [ask] = (await seenBy('sales')).flatMap((one) => (one.name === '本月的通话' ? [one.ask] : []));
    expect(ask).toEqual(calls);
    const total = async (account: string) => {
      const body = { measures: ask?.measures, dimensions: ask?.dimensions };
      const path = company.documents.datasets.get(ask?.dataset ?? '')?.path ?? '';
      return (await company.call<DatasetAnswer>(account, path, body)).data.total;
    };
    expect(await total('sales')).toEqual({ calls: 1 });
    expect(await total('manager')).toEqual({ calls: 2 });
  });

  it('is not there for who may not ask its dataset; of his own he sees the name alone', async () => {
    const sent = { ...calls, dataset: 'sms_sent', dimensions: ['day'], measures: ['batches'] };
    const measure = company.documents.datasets.get('sms_sent')?.measures[0]?.key ?? '';
    expect(await create('manager', '短信', { ...sent, measures: [measure] }, { share: 'all' })).toMatchObject({
      code: '0',
    });
    expect(await namesFor('promoter')).toContain('短信');
    expect(await namesFor('sales')).not.toContain('短信');
    const own = await create('sales', '没有了的');
    await sql`update saved_analysis set dataset = 'sms_sent' where id = ${own.data.id}`.execute(company.connection.db);
    expect((await seenBy('sales')).find(({ name }) => name === '没有了的')).toMatchObject({ ask: null });
    expect(await refusal(create('sales', '越权', { ...sent, measures: [measure] }))).toMatchObject({
      code: 'E_INPUT_INVALID',
      faults: [{ code: 'E_SCHEMA_UNKNOWN_NAME', pointer: '/ask/dataset' }],
    });
  });

  it('is offered by the same rule and right as a view', async () => {
    expect(await refusal(create('sales', '给大家', calls, { share: 'all' }))).toMatchObject({
      code: 'E_NO_PERMISSION',
    });
    const { data } = await create('sales', '先私后公');
    const shared = company.call('sales', '/v1/analysis/modify', { ...data, share: 'department' });
    expect(await refusal(shared)).toMatchObject({ code: 'E_NO_PERMISSION' });
    const group = await create('admin', '一组的', calls, { share: 'department' });
    await sql`update saved_analysis set department_id = ${company.ids.group1} where id = ${group.data.id}`.execute(
      company.connection.db,
    );
    expect(await namesFor('sales')).toContain('一组的');
    expect(await namesFor('sales3')).not.toContain('一组的');
    expect(await namesFor('manager')).not.toContain('一组的');
    expect(await namesFor('sales3')).not.toContain('先私后公');
  });
});

it('brings of the datasets what the caller may ask, and nothing of the others', async () => {
  const offered = async (account: string) =>
    (await company.call<PageBundle>(account, '/v1/analysis/offer/query')).data.datasets.map(({ name }) => name);
  expect(await offered('sales')).toEqual(expect.arrayContaining(['call_statistics', 'work_order_handling']));
  expect(await offered('sales')).not.toContain('sms_sent');
  expect(await offered('sales')).not.toContain('user_log_count');
  expect(await offered('admin')).toContain('user_log_count');
});

describe('changing', () => {
  it('is the author’s alone: for everybody else the analysis is missing', async () => {
    const { data } = await create('manager', '经理的', calls, { share: 'all' });
    for (const account of ['sales', 'admin']) {
      const changed = company.call(account, '/v1/analysis/modify', { ...data, name: '改名' });
      expect(await refusal(changed)).toMatchObject({ code: 'E_NOT_FOUND' });
      for (const verb of ['delete', 'restore'])
        expect(await refusal(company.call(account, `/v1/analysis/${verb}`, { id: data.id }))).toMatchObject({
          code: 'E_NOT_FOUND',
        });
    }
  });

  it('refuses a version left behind and a name taken, and gives a deleted one back', async () => {
    const { data } = await create('sales2', '同名');
    const changed = { ...data, ask: { ...calls, chart: 'pie' } };
    expect(await company.call('sales2', '/v1/analysis/modify', changed)).toMatchObject({ code: '0' });
    expect(await refusal(company.call('sales2', '/v1/analysis/modify', { ...data, name: '晚了' }))).toMatchObject({
      code: 'E_VERSION',
    });
    expect(await refusal(create('sales2', '同名'))).toMatchObject({ faults: [{ code: 'E_INPUT_RULE' }] });
    await company.call('sales2', '/v1/analysis/delete', { id: data.id });
    expect(await namesFor('sales2')).not.toContain('同名');
    await company.call('sales2', '/v1/analysis/restore', { id: data.id });
    expect((await seenBy('sales2')).filter(({ isMine }) => isMine)).toMatchObject([
      { name: '同名', ask: { chart: 'pie' } },
    ]);
    const { rows } = await sql<{ action: string }>`select action from operation_log
      where entity = 'saved_analysis' and entity_id = ${data.id} order by created_at`.execute(company.connection.db);
    expect([rows.length, rows[0]?.action, rows.at(-1)?.action]).toEqual([
      4,
      'saved_analysis.create',
      'saved_analysis.restore',
    ]);
  });

  it('ends at a hundred of one person, those brought back counted', async () => {
    const { data } = await create('group_leader', '第一个');
    await company.call('group_leader', '/v1/analysis/delete', { id: data.id });
    const row = { share: 'private', dataset: calls.dataset, ask: calls, createdBy: company.ids.group_leader };
    for (let n = 0; n < 100; n++) await company.records.insert('saved_analysis', { ...row, name: `分析 ${n}` });
    await sql`update saved_analysis set created_by = ${company.ids.group_leader} where name like '分析 %'`.execute(
      company.connection.db,
    );
    const tooMany = { faults: [{ code: 'E_INPUT_TOO_MANY' }] };
    expect(await refusal(create('group_leader', '多一个'))).toMatchObject(tooMany);
    expect(await refusal(company.call('group_leader', '/v1/analysis/restore', { id: data.id }))).toMatchObject(tooMany);
  });
});

describe('what an analysis may ask', () => {
  it.each<[string, object, string, object?]>([
    ['a dataset misspelt', { dataset: 'call_statistic' }, '/ask/dataset', { nearest: 'call_statistics' }],
    ['a way to a prototype', { dataset: 'constructor' }, '/ask/dataset'],
    ['a measure misspelt', { measures: ['cals'] }, '/ask/measures/0', { nearest: 'calls' }],
    ['a measure that is only counted for others', { measures: ['outbound'] }, '/ask/measures/0'],
    ['a measure twice', { measures: ['calls', 'calls'] }, '/ask/measures/1'],
    ['no measure', { measures: [] }, '/ask/measures'],
    ['a dimension it does not have', { dimensions: ['planet'] }, '/ask/dimensions/0'],
    ['three dimensions', { dimensions: ['day', 'staff', 'department'] }, '/ask/dimensions'],
    ['a pie of two dimensions', { chart: 'pie', dimensions: ['day', 'staff'] }, '/ask/dimensions'],
    ['a filter it does not have', { filters: { planet: ['1'] } }, '/ask/filters/planet'],
    ['a chart nobody draws', { chart: 'globe' }, '/ask/chart'],
    ['days that are none', { period: { startDate: '2026-02-30', endDate: '2026-03-01' } }, '/ask/period/endDate'],
    ['two years', { period: { startDate: '2025-01-01', endDate: '2026-12-31' } }, '/ask/period/endDate'],
    ['an order by what is not asked', { chart: 'table', sort: ['-answered'] }, '/ask/sort/0'],
    ['too many first', { top: 1000 }, '/ask/top'],
    ['a word nobody knows', { where: 'true' }, '/ask/where'],
  ])('is refused where it is %s', async (_, change, pointer, told = {}) => {
    const { faults } = await refusal(create('sales', '有误', { ...calls, ...change }));
    expect(faults).toContainEqual(expect.objectContaining({ pointer, ...told }));
    expect(await namesFor('sales')).not.toContain('有误');
  });

  it('is a number alone where the dataset counts what there is now', async () => {
    const now = { dataset: 'work_order_open', dimensions: [], measures: [] };
    const measures = [company.documents.datasets.get('work_order_open')?.measures[0]?.key];
    const { faults } = await refusal(create('sales', '有误', { ...now, measures, chart: 'figure', period: 'today' }));
    expect(faults).toMatchObject([{ pointer: '/ask/period' }]);
    expect(await create('sales', '在办的工单', { ...now, measures, chart: 'figure' })).toMatchObject({ code: '0' });
  });

  it('is held to the same when it is changed', async () => {
    const { data } = await create('sales', '改成错的');
    const changed = company.call('sales', '/v1/analysis/modify', { ...data, ask: { ...calls, measures: ['cals'] } });
    expect((await refusal(changed)).faults).toMatchObject([{ pointer: '/ask/measures/0' }]);
    const sent = { ...calls, dataset: 'sms_sent' };
    const stolen = company.call('sales', '/v1/analysis/modify', { ...data, ask: sent });
    expect((await refusal(stolen)).faults).toMatchObject([{ pointer: '/ask/dataset' }]);
  });

  it('is never the value of a masked field', () => {
    const { documents } = company;
    const dataset = documents.datasets.get('call_statistics');
    if (dataset === undefined) throw new TypeError('no call_statistics');
    const filters = [{ key: 'callees', title: '被叫', field: 'callee' }];
    const datasets = new Map([...documents.datasets, [dataset.name, { ...dataset, filters }]]);
    const caller = { ...systemCaller, grants: new Set(documents.roles.get('admin')?.permissions ?? []) };
    const faults = askFaults(
      { ...calls, filters: { callees: ['13600001001'] } },
      {
        documents: { ...documents, datasets },
        caller,
      },
    );
    expect(faults).toMatchObject([{ code: 'E_INPUT_RULE', pointer: '/ask/filters/callees' }]);
  });
});

it('draws what is left of an analysis whose dataset has changed, and says what is missing', () => {
  const dataset = company.documents.datasets.get('call_statistics');
  if (dataset === undefined) throw new TypeError('no call_statistics');
  const without = (key: string): DatasetDocument => ({
    ...dataset,
    measures: dataset.measures.filter((measure) => measure.key !== key),
    dimensions: (dataset.dimensions ?? []).filter((dimension) => dimension.key !== key),
  });
  const named = { key: 'a', title: '通话' };
  const both = { ...calls, measures: ['calls', 'answered'] };
  expect(analysisCard(both, named, dataset)).toMatchObject({ card: { kind: 'chart', chart: 'bar' }, lacks: [] });
  expect(analysisCard(both, named, without('answered'))).toMatchObject({
    card: { measures: ['calls'] },
    lacks: ['度量 answered'],
  });
  expect(analysisCard(both, named, without('staff'))).toMatchObject({ card: { kind: 'figure', measure: 'calls' } });
  expect(analysisCard(calls, named, without('calls'))).toEqual({ card: undefined, lacks: ['度量 calls'] });
});

describe('the home page', () => {
  const pinned = async (account: string) => (await company.call(account, '/v1/home/analysis/query')).data;
  const pin = (account: string, analyses: unknown) => company.call(account, '/v1/home/analysis/save', { analyses });

  it('keeps what somebody put there in order, beside his shortcuts, and drops what he sees no more', async () => {
    const ids = [await create('sales3', '甲'), await create('sales3', '乙')].map(({ data }) => data.id);
    expect(await pinned('sales3')).toEqual([]);
    expect(await pin('sales3', ids)).toMatchObject({ code: '0', data: ids });
    expect(await pin('sales3', [...ids].reverse())).toMatchObject({ code: '0' });
    expect(await pinned('sales3')).toEqual([...ids].reverse());
    // Who never chose shortcuts still has those of the menu.
    expect((await company.call('sales3', '/v1/home/shortcut/query')).data).toBeNull();
    await company.call('sales3', '/v1/analysis/delete', { id: ids[0] });
    expect(await pinned('sales3')).toEqual([ids[1]]);
  });

  it('takes nothing that is not his to see, and nothing twice', async () => {
    const { data } = await create('manager', '别人的');
    expect((await refusal(pin('sales', [data.id]))).faults).toMatchObject([{ pointer: '/analyses/0' }]);
    const own = (await create('sales', '自己的')).data.id;
    expect((await refusal(pin('sales', [own, own]))).faults).toMatchObject([{ pointer: '/analyses/1' }]);
    expect(await pinned('sales')).toEqual([]);
  });
});

it('offers every measure of what is counted by a table', async () => {
  const measures = [company.documents.datasets.get('work_order_handling')?.measures[0]?.key ?? ''];
  const ask = { ...handled, measures, sort: [`-${measures[0]}`], top: 5, filters: { types: ['service'] } };
  expect(await create('manager', '工单', { ...ask, period: 'thisYear' })).toMatchObject({ code: '0' });
});
