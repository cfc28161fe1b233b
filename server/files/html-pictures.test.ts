import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DictionaryDocument, EntityDocument } from '../../engine/model/documents/index.ts';
import { weekdaysOnly } from '../../engine/model/time/index.ts';
import { inTransaction } from '../db/connection/connect.ts';
import { forgetFiles, keysInUse } from '../db/file-cleaning.ts';
import type { Caller } from '../kernel/caller/caller.ts';
import { newId } from '../kernel/crypto/new-id.ts';
import { modelOf } from '../kernel/operation/context.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { ExportCells } from '../operations/export/export-cells.ts';
import type { ImportPlan } from '../operations/import/import-plan.ts';
import { intakeOf } from '../operations/import/intake.ts';
import { readRows } from '../operations/import/read-rows.ts';
import { writeRows } from '../operations/import/write-rows.ts';
import { isReadable } from '../records/read/readable-file.ts';
import { SqlRecordStore } from '../records/store/sql-record-store.ts';
import { noServices } from '../seed/no-services.ts';
import { startOperations, type TestOperations } from '../testing/operations.ts';

const note: EntityDocument = {
  schemaVersion: 2,
  name: 'note',
  title: '笔记',
  label: 'title',
  operations: ['query', 'view', 'create', 'modify', 'delete', 'restore', 'history', 'export', 'import'],
  access: { owner: ['ownerId'] },
  fields: [
    { key: 'title', title: '标题', type: 'string', required: true, unique: true },
    { key: 'body', title: '正文', type: 'html' },
    { key: 'brief', title: '摘要', type: 'html', formats: ['bold', 'formula'] },
    { key: 'letter', title: '信', type: 'html', variables: [{ key: 'name', title: '姓名' }] },
    { key: 'cover', title: '封面', type: 'image' },
    { key: 'scan', title: '扫描件', type: 'image', guarded: true },
    { key: 'besideId', title: '范文', type: 'ref', ref: 'note' },
    { key: 'model', title: '范文正文', type: 'html', from: 'beside.body', readonly: true },
    { key: 'ownerId', title: '归属人', type: 'ref', ref: 'staff' },
    { key: 'state', title: '状态', type: 'enum', dictionary: 'note_state', required: true, readonly: true },
  ],
  children: [{ key: 'parts', title: '段落', entity: 'note_part', by: 'noteId' }],
  states: [
    {
      key: 'state',
      field: 'state',
      initial: ['open'],
      transitions: [
        {
          key: 'answer',
          title: '答复',
          from: ['open'],
          to: 'open',
          permission: 'note:edit',
          input: [{ key: 'body' }],
        },
      ],
    },
  ],
};
const part: EntityDocument = {
  schemaVersion: 2,
  name: 'note_part',
  title: '段落',
  label: 'id',
  operations: [],
  fields: [
    { key: 'noteId', title: '笔记', type: 'ref', ref: 'note', required: true },
    { key: 'text', title: '文字', type: 'html', required: true },
  ],
};
const states: DictionaryDocument = {
  schemaVersion: 2,
  name: 'note_state',
  title: '状态',
  values: [{ key: 'open', title: '进行中' }],
};

const shipped = (name: string) => JSON.parse(readFileSync(`server/platform/schemas/${name}.json`, 'utf8'));

let room: TestOperations;
let other: Caller;
beforeAll(async () => {
  room = await startOperations([note, { ...part, label: 'text' }, shipped('entities/file_object')], {
    dictionaries: [states, shipped('dictionaries/file_kind')],
  });
  const id = await room.records.insert('staff', { name: '同事' });
  other = room.caller({ staffId: id, sessionId: id, dataScope: 'self' });
}, 60_000);
afterAll(() => room.close());

type Answer = Values & { readonly id: string; readonly version: number };

const me = () => room.caller();
let count = 0;
/** A file as an upload leaves it. */
async function sent(by: Caller = me(), kind = 'image'): Promise<string> {
  count += 1;
  const records = new SqlRecordStore(room.records.platform, { staffId: by.staffId, now: new Date().toISOString() });
  const common = { kind, mime: 'image/png', size: 5, sha256: 'x', storageKey: `content-${count}`, private: true };
  return records.insert('file_object', { name: `图${count}.png`, ...common });
}
const fileOf = async (id: string) => (await room.database.rows('select * from file_object where id = $1', [id]))[0];
const shows = (...ids: readonly string[]) => ids.map((id) => `<p><img data-file="${id}" alt="图" /></p>`).join('');
const create = (values: Values, who?: Caller) => {
  count += 1;
  return room.run<Answer>('/v1/note/create', { title: `笔记${count}`, ...values }, who);
};
const view = (id: string, who?: Caller) => room.run<Answer>('/v1/note/view', { id }, who);
const modify = ({ id, version }: Answer, values: Values, who?: Caller) =>
  room.run<Answer>('/v1/note/modify', { id, version, ...values }, who);
const picturesIn = (text: unknown) => [...String(text).matchAll(/data-file="([^"]*)"/g)].map(([, id = '']) => id);

describe('a picture in a text', () => {
  it('becomes the row’s own, and is answered with an address beside the text', async () => {
    const id = await sent();
    const { id: row } = await create({ body: `<p>看</p><img src="https://evil.cn/x.png">${shows(id)}` });
    expect(await fileOf(id)).toMatchObject({ biz_entity: 'note', biz_id: row, expire_at: null });
    const { body, pictureAddresses } = await view(row);
    expect(body).toBe(`<p>看</p><p><img data-file="${id}" alt="图" /></p>`);
    expect(pictureAddresses).toEqual({ body: { [id]: expect.stringContaining(`/v1/file/content?file=${id}`) } });
    const { list } = await room.run<{ list: readonly Answer[] }>('/v1/note/query', {
      where: { field: 'title', op: 'eq', value: (await view(row)).title },
    });
    expect(list[0]?.pictureAddresses).toHaveProperty(['body', id]);
    const [logged] = await room.records.find('operation_log', { entityId: row, action: 'note.create' });
    expect(logged?.after).toMatchObject({ body });
  });

  it('must be one the caller sent or may read: not missing, another’s, guarded or no picture', async () => {
    const [theirs, sheet, secret, scan] = [await sent(other), await sent(me(), 'sheet'), await sent(), await sent()];
    const foreign = await create({ body: shows(secret), ownerId: me().staffId });
    const guarded = await create({ scan });
    for (const [id, who] of [
      [newId(), me()],
      [theirs, me()],
      [sheet, me()],
      [scan, me()],
      [secret, other],
      [scan, other],
    ] as const) {
      for (const [path, body] of [
        ['/v1/note/create', { title: 'x', body: shows(id) }],
        ['/v1/note/create', { title: 'x', parts: [{ text: shows(id) }] }],
        ['/v1/note/modify', { ...guarded, body: shows(id) }],
        ['/v1/note/answer', { id: guarded.id, body: shows(id) }],
      ] as const) {
        const refusal = await room.refusal(path, body, who);
        expect(JSON.stringify(refusal.detail), `${path} ${id}`).toContain('张图片不存在或无权查看');
      }
      // Of many rows each is refused by itself, or all where nobody may have it.
      const many = room.run('/v1/note/modify', { ids: [guarded.id], body: shows(id) }, who);
      expect(await many.catch(() => ({ done: 0, failed: 1 }))).toMatchObject({ done: 0, failed: 1 });
    }
    expect(await fileOf(secret)).toMatchObject({ biz_id: foreign.id });
    expect(await isReadable(scan, contextOf(me()))).toBe(false);
  });

  it('is copied with its text to another row, each row with a file of its own', async () => {
    const id = await sent();
    const from = await create({ body: shows(id) });
    const { id: row } = await create({ body: shows(id), besideId: from.id });
    const { body, model } = await view(row);
    const [copy = '', ofModel = ''] = [...picturesIn(body), ...picturesIn(model)];
    expect([copy === id, ofModel]).toEqual([false, copy]);
    const [original, made] = [await fileOf(id), await fileOf(copy)];
    expect(made).toMatchObject({ biz_id: row, storage_key: original?.storage_key, name: original?.name });
    expect(original?.biz_id).toBe(from.id);
    // Saved again as it was read, nothing changes.
    expect(await modify({ id: row, version: 1 }, { body })).toEqual({ id: row, version: 1 });
  });

  it('is kept a month after it left its text, so that what was can be put back', async () => {
    const [gone, kept] = [await sent(), await sent()];
    const made = await create({ body: shows(gone, kept), cover: kept });
    const changed = await modify(made, { body: '<p>无图</p>' });
    const { expire_at: until } = (await fileOf(gone)) ?? {};
    expect(Date.parse(String(until)) - Date.now()).toBeGreaterThan(30 * 86_400_000);
    expect(await fileOf(kept)).toMatchObject({ expire_at: null });
    await modify(changed, { body: shows(gone) });
    expect(await fileOf(gone)).toMatchObject({ expire_at: null, biz_id: made.id });
  });

  it('comes back with a deleted row', async () => {
    const id = await sent();
    const { id: row } = await create({ body: shows(id), parts: [{ text: `<p>甲</p>${shows(await sent())}` }] });
    await room.run('/v1/note/delete', { id: row });
    expect(await isReadable(id, contextOf(me()))).toBe(false);
    await room.run('/v1/note/restore', { id: row });
    const { parts } = await room.run<{ parts: readonly Answer[] }>('/v1/note/view', { id: row, fields: ['parts'] });
    const [inPart = ''] = picturesIn(parts[0]?.text);
    expect(parts[0]).toHaveProperty(['pictureAddresses', 'text', inPart]);
    // Nobody may look at paragraphs by themselves: who may see the note may see them.
    const reader = room.caller({ grants: new Set(['note:get']), staffId: other.staffId });
    expect(await isReadable(inPart, contextOf(reader))).toBe(true);
    expect(await isReadable(inPart, contextOf({ ...reader, dataScope: 'self' }))).toBe(false);
  });

  it('is given to each of many rows, and to one of two clerks who save at once', async () => {
    const [a, b, c] = [await create({}), await create({}), await create({})];
    const id = await sent();
    const many = await room.run('/v1/note/modify', { ids: [a.id, b.id], body: shows(id) });
    expect(many).toMatchObject({ done: 2, failed: 0 });
    const both = await Promise.all([a, b].map(async (row) => picturesIn((await view(row.id)).body)));
    expect(new Set(both.flat()).size).toBe(2);
    const another = await sent();
    await Promise.all([c, await create({})].map((row) => modify({ ...row, version: 1 }, { body: shows(another) })));
    const owners = await room.database.rows('select biz_id from file_object where storage_key = $1', [
      (await fileOf(another))?.storage_key,
    ]);
    expect(owners).toHaveLength(2);
    expect(owners.map(({ biz_id }) => biz_id)).toContain(c.id);
  });

  it('leaves its content to the copies when it is cleaned away', async () => {
    const id = await sent();
    const from = await create({ body: shows(id) });
    const { id: row } = await create({ body: shows(id) });
    await modify(from, { body: null });
    const { storage_key: key } = (await fileOf(id)) ?? {};
    const later = new Date(Date.now() + 40 * 86_400_000).toISOString();
    expect(await forgetFiles(room.records.platform.db, later, new Date(0).toISOString(), 500)).toContain(key);
    expect(await keysInUse(room.records.platform.db, [String(key)])).toEqual(new Set([key]));
    expect(picturesIn((await view(row)).body)).toHaveLength(1);
  });
});

const contextOf = (caller: Caller, db = room.records.platform.db) => ({
  ...room.records.platform,
  db,
  userAttributes: new Map(),
  services: noServices,
  caller,
  page: undefined,
  calendar: weekdaysOnly,
  now: new Date().toISOString(),
  requestId: 'test',
  idempotencyKey: undefined,
});

describe('a text', () => {
  const latex = '\\frac{a}{b} < c & "d"';
  const formula = `<p>解 <span data-type="inline-math" data-latex="${latex.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"></span></p>`;

  it('goes out in a table and comes in again letter by letter, its pictures copied for who may read them', async () => {
    const id = await sent();
    const { id: row } = await create({ body: `${formula}${shows(id)}` });
    const entity = modelOf(room.documents, 'note');
    const columns = [{ path: 'body', title: '正文' }] as const;
    const [cell] = new ExportCells(columns, entity, room.documents).row(await view(row));
    expect(cell).toBe(`${formula}${shows(id)}`);
    const bring = (cells: readonly string[], who = me()) =>
      inTransaction(room.records.platform.db, async (db) => {
        const context = { ...contextOf(who, db) };
        const records = new SqlRecordStore(
          { ...room.records.platform, db },
          { staffId: who.staffId, now: context.now },
        );
        const intake = intakeOf(entity);
        const fields = ['title', 'body'].flatMap((key) => intake.fields.get(key) ?? []);
        const plan: ImportPlan = {
          ...{ intake, rules: new Map(), fields, mapping: { title: 0, body: 1 }, policy: 'update', by: ['title'] },
          dryRun: false,
        };
        const rows = await readRows(plan, [{ number: 1, cells }], context);
        return writeRows(plan, rows, [{}], { ...context, records });
      });
    const title = `导入${newId()}`;
    expect(await bring([title, String(cell)], other)).toMatchObject([{ outcome: 'failed' }]);
    expect(await bring([title, String(cell)])).toMatchObject([{ outcome: 'created' }]);
    const [made] = await room.records.find('note', { title });
    expect(String(made?.body).replace(picturesIn(made?.body)[0] ?? '', id)).toBe(cell);
    expect(picturesIn(made?.body)).not.toEqual([id]);
    // Over the same row, it is the same text.
    expect(await bring([title, String(made?.body)])).toMatchObject([{ outcome: 'updated' }]);
    expect((await room.records.find('note', { title }))[0]).toMatchObject({ version: 1, body: made?.body });
  });

  it('holds the formats of its field alone, whoever writes it', async () => {
    const { id } = await create({ brief: `<h2>题</h2><p><b>粗</b><i>斜</i></p>${formula}${shows(await sent())}` });
    expect((await view(id)).brief).toBe(`<p>题</p><p><b>粗</b>斜</p>${formula}<p></p>`);
  });

  it('holds no variable that is not declared, however it is written', async () => {
    for (const letter of [
      '<p>甲</p><p>您好，{nmae}</p>',
      '<p>甲</p><p>{n<b>mae</b>}</p>',
      '<p>甲</p><p>&lbrace;nmae}</p>',
    ]) {
      const refusal = await room.refusal('/v1/note/create', { title: 'x', letter });
      expect(refusal.detail.faults).toMatchObject([
        { pointer: '/letter', code: 'E_INPUT_RULE', expected: '信第 2 段没有变量“{nmae}”，可用：{name} 姓名' },
      ]);
    }
    const { id } = await create({ letter: `<p>{name}，{<b>name</b>}</p>${formula}` });
    expect((await view(id)).letter).toContain('{name}');
  });

  it('is nothing where nothing is left of it', async () => {
    const { id } = await create({ body: '<p> </p>', parts: [{ text: '<p>甲</p>' }] });
    expect(await view(id)).toMatchObject({ body: null });
    const refusal = await room.refusal('/v1/note/create', {
      title: 'x',
      parts: [{ text: '<img src="https://evil.cn/x.png">' }],
    });
    expect(refusal.detail.faults).toMatchObject([{ code: 'E_INPUT_REQUIRED', pointer: '/parts/0/text' }]);
  });
});
