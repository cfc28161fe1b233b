import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { RevisedAnswer } from '../../../engine/model/entity/index.ts';
import type { BulkAnswer } from '../../../engine/model/wire/index.ts';
import type { Caller } from '../../kernel/caller/caller.ts';
import { modelOf } from '../../kernel/operation/context.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { mutate } from '../../records/change/mutate.ts';
import { editionDictionaries, editionEntities } from '../../testing/fixtures/edition-forms.ts';
import { startOperations, type TestOperations } from '../../testing/operations.ts';
import { intakeOf } from '../import/intake.ts';
import { type DraftRow, resolveReferences } from '../import/resolve-references.ts';
import { writeRows } from '../import/write-rows.ts';

const formField: EntityField = { key: 'formId', title: '范本', type: 'ref', ref: 'form' };

let office: TestOperations;

beforeAll(async () => {
  office = await startOperations(editionEntities, {
    dictionaries: editionDictionaries,
    further: (documents) => [
      {
        ...{ path: '/v1/by/name', title: '按名称', scope: null, idempotency: 'none', audit: 'read' },
        ...{ access: { kind: 'signedIn' }, input: {}, output: {} },
        run: async ({ text }, context) => {
          const row: DraftRow = { values: { formId: text }, faults: [] };
          await resolveReferences([row], [formField], context);
          return { id: row.values.formId };
        },
      },
      {
        // As the rules of a domain write, past what forms are checked by.
        ...{ path: '/v1/by/server', title: '由程序写', scope: null, idempotency: 'none', audit: 'change' },
        ...{ access: { kind: 'signedIn' }, input: {}, output: {} },
        run: (body, context) =>
          mutate('server', body, context, async ({ records }) => {
            const { entity, id, values } = body as { entity: string; id?: string; values: Values };
            await records.bySystem(async () => {
              if (id === undefined) await records.insert(entity, values);
              else await records.update(entity, id, values);
            });
            return {};
          }),
      },
      {
        ...{ path: '/v1/import/row', title: '导入一行', scope: null, idempotency: 'none', audit: 'change' },
        ...{ access: { kind: 'signedIn' }, input: {}, output: {} },
        run: (body, context) =>
          mutate('import', body, context, async (inside) => {
            const { entity = 'form', id, values } = body as { entity?: string; id?: string; values: Values };
            const plan = {
              ...{ intake: intakeOf(modelOf(documents, entity)), rules: new Map(), fields: [], mapping: {} },
              ...({ policy: 'update', by: [], dryRun: false } as const),
            };
            const row =
              id === undefined ? ({ kind: 'create', values } as const) : ({ kind: 'update', id, values } as const);
            const [outcome] = await writeRows(plan, [row], [{}], inside);
            return { ...outcome };
          }),
      },
    ],
  });
}, 60_000);
afterAll(() => office.close());

type Row = { readonly id: string; readonly version: number };
const run = <Answer = Row>(path: string, body: Values, caller?: Caller) =>
  office.run<Answer>(`/v1/${path}`, body, caller);
const codeOf = async (path: string, body: Values, caller?: Caller) =>
  (await office.refusal(`/v1/${path}`, body, caller)).code;
const formOf = async (id: string) => (await office.database.rows('select * from form where id = $1', [id]))[0];
const statesOf = async (code: string) =>
  (
    await office.database.rows(
      'select edition, state from form where code = $1 and deleted_at is null order by edition',
      [code],
    )
  ).map(({ edition, state }) => `${edition} ${state}`);
const revise = (id: string, caller?: Caller) => run<RevisedAnswer>('form/revise', { id }, caller);

let code: string;
let codes = 0;
let first: string;
beforeEach(async () => {
  codes += 1;
  code = `c${codes}`;
  const values = { code, name: '协议', body: '<p>正文</p>', phone: '13800138000' };
  first = (await run('form/create', { ...values, clauses: [{ words: '一' }, { words: '二' }] })).id;
  await run('form/publish', { id: first });
});
const clausesOf = (id: string) =>
  office.database.rows('select id, words, place from clause where form_id = $1 and deleted_at is null order by place', [
    id,
  ]);

describe('revising', () => {
  it('makes the next draft, which says what the edition says, child rows and owner included; nothing of the edition changes', async () => {
    const staffId = await office.records.insert('staff', { name: '负责人' });
    await office.records.update('form', first, { ownerId: staffId, uses: 7 });
    const before = await formOf(first);
    const { id, number, isNew } = await revise(first);
    expect({ number, isNew }).toEqual({ number: 2, isNew: true });
    const draft = await formOf(id);
    expect(draft).toMatchObject({ code, name: '协议', body: '<p>正文</p>', state: 'draft', edition: 2 });
    // Kept under its mask as before, and owned as before; what only the server counted begins anew.
    expect(draft).toMatchObject({ owner_id: staffId, uses: null, published_at: null });
    expect(await run('form/view', { id, fields: ['phone'] })).toMatchObject({ phone: '138****8000' });
    expect((await clausesOf(id)).map(({ words, place }) => [words, place])).toEqual([
      ['一', 1],
      ['二', 2],
    ]);
    expect(await formOf(first)).toEqual(before);
    const history = await run<{ list: readonly Values[] }>('form/history', { id });
    expect(history.list).toMatchObject([{ title: '由第 1 版修订' }]);
  });

  it('answers the draft somebody is at work on, in whatever state before publishing it is', async () => {
    const { id } = await revise(first);
    await run('form/submit', { id });
    expect(await revise(first)).toEqual({ id, number: 2, isNew: false });
  });

  it('makes one draft where fifty ask at once', async () => {
    // Once more with what was published then: by now there are as many connections as can work at once.
    for (const number of [2, 3, 4]) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => revise(first)));
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
      await run('form/publish', { id: answers[0]?.id });
      expect((await statesOf(code)).at(-1)).toBe(`${number} published`);
    }
  });

  it('begins from an older edition as well, and never uses a number twice', async () => {
    const second = await revise(first);
    await run('form/delete', { id: second.id });
    const third = await revise(first);
    expect(third.number).toBe(3);
    await run('form/publish', { id: third.id });
    expect((await revise(first)).number).toBe(4);
  });

  it('is for whom it may change: permission, rows and who', async () => {
    const reader = office.caller({ grants: new Set(['form:query', 'form:get']) });
    expect(await codeOf('form/revise', { id: first }, reader)).toBe('E_NO_PERMISSION');
    const stranger = office.caller({ dataScope: 'self' });
    expect(await codeOf('form/revise', { id: first }, stranger)).toBe('E_NOT_FOUND');
    const { id } = await revise(first);
    expect(await codeOf('form/revise', { id })).toBe('E_STATE');
    // His is the edition, not the draft somebody else is at work on.
    await office.records.update('form', first, { ownerId: stranger.staffId });
    await office.records.update('form', id, { ownerId: null });
    const refused = await office.refusal('/v1/form/revise', { id: first }, stranger);
    expect([refused.code, refused.message]).toEqual(['E_EDITION_DRAFT', '第 2 版正在由其他同事修订']);
  });
});

describe('publishing', () => {
  it('archives the edition before it in the same change, also from many rows at once', async () => {
    const { id } = await revise(first);
    expect(await run<BulkAnswer>('form/publish', { ids: [id] })).toMatchObject({ failed: 0 });
    expect(await statesOf(code)).toEqual(['1 archived', '2 published']);
    await run('form/republish', { id: first });
    expect(await statesOf(code)).toEqual(['1 published', '2 archived']);
  });

  it('does not happen where the former edition cannot be archived', async () => {
    await office.records.update('form', first, { uses: 0 });
    await office.database.rows("update form set name = '不可归档' where id = $1", [first]);
    const { id } = await revise(first);
    expect((await office.refusal('/v1/form/publish', { id })).message).toContain('这一份不能归档');
    expect(await statesOf(code)).toEqual(['1 published', '2 draft']);
  });

  it('leaves one published, whoever publishes at the same moment', async () => {
    const { id } = await revise(first);
    await run('form/publish', { id });
    const third = (await revise(id)).id;
    const outcomes = await Promise.all(
      [first, third, first, third].map((one) =>
        run(one === first ? 'form/republish' : 'form/publish', { id: one }).then(
          () => 'done',
          (error: { readonly code?: string }) => error.code,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'done').length).toBeGreaterThan(0);
    expect(outcomes.filter((outcome) => outcome !== 'done' && outcome !== 'E_STATE')).toEqual([]);
    expect((await statesOf(code)).filter((state) => state.endsWith('published'))).toHaveLength(1);
  });
});

describe('an edition that is published, or was', () => {
  const modify = async (changes: Values) =>
    run('form/modify', { id: first, version: (await formOf(first))?.version, ...changes });
  const doors: readonly (readonly [name: string, write: () => Promise<unknown>])[] = [
    ['its form', () => modify({ name: '改' })],
    ['a merge', () => run('form/modify', { id: first, version: 1, name: '改', was: { name: '协议' } })],
    ['its list of child rows', () => modify({ clauses: [] })],
    ['what it is of', () => modify({ code: 'other' })],
    ['deletion', () => run('form/delete', { id: first })],
    ['a new child row', () => run('clause/create', { formId: first, words: '三' })],
    ['an effect', async () => run('deal/spoil', { id: (await run('deal/create', { name: '甲', formId: first })).id })],
    ['the server itself', () => run('by/server', { entity: 'form', id: first, values: { name: '改' } })],
    [
      'the server, to its child rows',
      () => run('by/server', { entity: 'clause', values: { formId: first, words: '三' } }),
    ],
  ];
  it.each(doors)('stays as it is: by %s', async (_, write) => {
    const before = [await formOf(first), await clausesOf(first)];
    await expect(write()).rejects.toMatchObject({ code: expect.stringMatching(/^E_(EDITION_FIXED|NOT_EDITABLE)$/) });
    expect([await formOf(first), await clausesOf(first)]).toEqual(before);
    const { id } = await revise(first);
    await run('form/publish', { id });
    await expect(write()).rejects.toMatchObject({
      code: expect.stringMatching(/^E_(EDITION_FIXED|NOT_EDITABLE|INPUT_INVALID)$/),
    });
  });

  it('stays as it is where many are changed, deleted or imported at once', async () => {
    const [row] = await clausesOf(first);
    const answers = [
      await run<BulkAnswer>('form/modify', { ids: [first], name: '改' }),
      await run<BulkAnswer>('form/delete', { ids: [first] }),
      await run<BulkAnswer>('clause/modify', { ids: [row?.id], words: '改' }),
      await run<BulkAnswer>('clause/delete', { ids: [row?.id] }),
    ];
    expect(answers.map(({ failed }) => failed)).toEqual([1, 1, 1, 1]);
    expect(await run('import/row', { id: first, values: { name: '改' } })).toMatchObject({ outcome: 'failed' });
    expect(await formOf(first)).toMatchObject({ name: '协议', version: 2, deleted_at: null });
  });

  it('goes on in its states, and keeps what the server counts', async () => {
    const { id } = await run('deal/create', { name: '甲', formId: first });
    await run('deal/count', { id });
    await run('form/archive', { id: first });
    expect(await formOf(first)).toMatchObject({ uses: 1, state: 'archived' });
  });
});

describe('a draft', () => {
  it('is changed and deleted as ever, its child rows too; another one of the same is refused', async () => {
    const { id } = await revise(first);
    const [row] = await clausesOf(id);
    await run('clause/modify', { id: row?.id, version: 1, words: '新的一' });
    await run('form/modify', { id, version: 1, name: '新协议', clauses: [{ words: '只此一条' }] });
    const refused = await office.refusal('/v1/form/create', { code, name: '另一份' });
    expect(refused.detail.faults).toMatchObject([{ pointer: '/code', expected: '已有一版正在修订，请在那一版上改' }]);
    expect(await run('import/row', { values: { code, name: '另一份' } })).toMatchObject({ outcome: 'failed' });
    await run('form/delete', { id });
    const next = await revise(first);
    expect(await codeOf('form/restore', { id })).toBe('E_RESTORE');
    await run('form/delete', { id: next.id });
    await run('form/restore', { id });
    expect(await statesOf(code)).toEqual(['1 published', '2 draft']);
  });

  it('gets its number from the server, by whatever way it comes, and another one where it becomes one of something else', async () => {
    expect(await codeOf('form/create', { code: 'n', name: '甲', edition: 9 })).toBe('E_INPUT_INVALID');
    const { id } = await run('import/row', { values: { code: `${code}x`, name: '导入的' } });
    expect(await formOf(id)).toMatchObject({ edition: 1, state: 'draft' });
    await run('form/modify', { id, version: 1, code });
    expect(await formOf(id)).toMatchObject({ edition: 2, code });
  });
});

describe('what refers to editions', () => {
  const draftId = async () => (await revise(first)).id;

  it('chooses the published one, by form and by list', async () => {
    const id = await draftId();
    for (const values of [{ formId: id }, { formIds: [first, id] }]) {
      const { detail } = await office.refusal('/v1/deal/create', { name: '甲', ...values });
      expect(detail.faults).toMatchObject([{ expected: '“协议”第 2 版不是已发布的一版，请选已发布的' }]);
    }
    const made = await run('deal/create', { name: '甲', formId: first, formIds: [first] });
    expect(await codeOf('deal/modify', { id: made.id, version: 1, formId: id })).toBe('E_INPUT_INVALID');
  });

  it('keeps the one it had, and so does what follows from it', async () => {
    const made = await run('deal/create', { name: '甲', formId: first, formIds: [first] });
    await run('form/publish', { id: await draftId() });
    await run('deal/modify', { id: made.id, version: 1, name: '乙' });
    await run('deal/copy', { id: made.id });
    expect(await office.records.count('deal', { formId: first })).toBe(2);
    expect(await codeOf('deal/create', { name: '丙', formId: first })).toBe('E_INPUT_INVALID');
  });

  it('is found by a name that all editions bear: the published one, else the last; what a record has stays', async () => {
    await office.database.rows('update form set name = $2 where code = $1', [code, `${code} 协议`]);
    const named = async () => {
      const { id } = await run('by/name', { text: `${code} 协议` });
      return id;
    };
    const made = await run('deal/create', { name: '甲', formId: first });
    const second = await draftId();
    expect(await named()).toBe(first);
    await run('form/publish', { id: second });
    expect(await named()).toBe(second);
    const row = { entity: 'deal', id: made.id, values: { name: '乙', formId: second } };
    expect(await run('import/row', row)).toMatchObject({ outcome: 'updated' });
    expect(await office.records.find('deal', { id: made.id })).toMatchObject([{ name: '乙', formId: first }]);
    await run('form/archive', { id: second });
    expect(await named()).toBe(second);
  });

  it('is revised along with what it referred to', async () => {
    const partner = (await run('form/create', { code: `${code}p`, name: '附件', partnerId: first })).id;
    await run('form/publish', { id: partner });
    await run('form/publish', { id: await draftId() });
    expect(await formOf((await revise(partner)).id)).toMatchObject({ partner_id: first });
  });
});
