import { describe, expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';

const document = (folder: string, content: { readonly name: string }) => ({
  file: `${folder}/${content.name}.json`,
  text: JSON.stringify({ schemaVersion: 2, ...content }),
});

const states = document('dictionaries', {
  name: 'payment_state',
  ...{ title: '状态', values: ['paid', 'reversed'].map((key) => ({ key, title: key })) },
});

const second = { permission: 'payment:reverse_second' };

/** A payment that two people reverse; faults as `pointer`. */
function faultsWith(reverse: object, others: object = {}, undone: object = {}) {
  const payment = {
    ...{ name: 'payment', title: '收款', label: 'name', operations: ['query', 'create'] },
    fields: [
      { key: 'name', title: '名称', type: 'string', required: true },
      { key: 'state', title: '状态', type: 'enum', dictionary: 'payment_state', required: true, readonly: true },
      { key: 'amount', title: '金额', type: 'money' },
      { key: 'mobile', title: '手机', type: 'string', mask: 'mobile' },
      { key: 'body', title: '正文', type: 'html' },
      { key: 'nextId', title: '下一笔', type: 'ref', ref: 'payment' },
    ],
    states: [
      {
        key: 'flow',
        field: 'state',
        initial: ['paid'],
        editable: { '*': '*' },
        transitions: [
          {
            ...{ key: 'reverse', title: '冲销', from: ['paid'], to: 'reversed', permission: 'payment:reverse' },
            ...{ second, ...reverse },
          },
          {
            ...{ key: 'back', title: '恢复', from: ['reversed'], to: 'paid', permission: 'payment:back' },
            ...undone,
          },
        ],
      },
    ],
    ...others,
  };
  return loadDocuments([states, document('entities', payment)]).faults.map(({ pointer }) => pointer);
}

const at = '/states/0/transitions/0';

describe('a transition that takes two people', () => {
  it('is without fault', () => {
    expect(
      faultsWith({
        second: { ...second, hours: 72, when: 'record.amount > 100 && form.why != null' },
        input: [{ key: 'why', title: '原因', type: 'string' }],
      }),
    ).toEqual([]);
  });

  it('has a key of its entity, and a condition that can be read', () => {
    expect(faultsWith({ second: { permission: 'order:confirm' } })).toEqual([`${at}/second/permission`]);
    expect(faultsWith({ second: { ...second, when: 'record.amout > 1' } })).toEqual([`${at}/second/when`]);
    expect(faultsWith({ second: { ...second, hours: 0 } })).toEqual([`${at}/second/hours`]);
  });

  it('takes nothing that must not wait where others read it', () => {
    for (const key of ['mobile', 'body']) expect(faultsWith({ input: [{ key }] }), key).toEqual([`${at}/input/0`]);
    expect(faultsWith({ input: [{ key: 'proof', title: '凭证', type: 'image' }] })).toEqual([`${at}/input/0`]);
  });

  it('is run by no schedule, no effect and no undo, and is not undone', () => {
    expect(
      faultsWith(
        {},
        {
          schedules: [
            { key: 'due', title: '到期', every: '1h', where: "record.state == 'paid'", transition: 'reverse' },
          ],
        },
      ),
    ).toContain('/schedules/0/transition');
    expect(faultsWith({}, {}, { effects: [{ key: 'next', relation: 'next', transition: 'reverse' }] })).toContain(
      '/states/0/transitions/1/effects/0/transition',
    );
    expect(faultsWith({}, {}, { undo: { transition: 'reverse' } })).toContain(
      '/states/0/transitions/1/undo/transition',
    );
    expect(faultsWith({ undo: { transition: 'back' } })).toContain(`${at}/undo`);
  });
});
