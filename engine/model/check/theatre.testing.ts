import type { DocumentFile } from '../load/load-documents.ts';

const entity = (name: string, fields: readonly object[], more: object = {}): DocumentFile => ({
  file: `entities/${name}.json`,
  text: JSON.stringify({
    schemaVersion: 2,
    name,
    title: name,
    label: 'name',
    operations: ['query'],
    fields: [{ key: 'name', title: '名称', type: 'string' }, ...fields],
    ...more,
  }),
});

/** A theatre that counts tickets and visits: documents without a fault, to be made wrong one at a time. */
export const theatre: readonly DocumentFile[] = [
  entity('venue', [{ key: 'parentId', title: '上级', type: 'ref', ref: 'venue' }], { tree: { parent: 'parentId' } }),
  entity('guest', [{ key: 'mobile', title: '手机号', type: 'mobile', mask: 'mobile' }]),
  entity('ticket', [
    { key: 'soldAt', title: '售出时间', type: 'datetime' },
    { key: 'price', title: '票价', type: 'money' },
    { key: 'kind', title: '票种', type: 'string' },
    { key: 'venueId', title: '场馆', type: 'ref', ref: 'venue' },
    { key: 'guestId', title: '观众', type: 'ref', ref: 'guest' },
  ]),
  entity('visit', [
    { key: 'on', title: '日期', type: 'date' },
    { key: 'placeId', title: '场馆', type: 'ref', ref: 'venue' },
    { key: 'guestId', title: '观众', type: 'ref', ref: 'guest' },
  ]),
  {
    file: 'datasets/ticket_figures.json',
    text: JSON.stringify({
      schemaVersion: 2,
      name: 'ticket_figures',
      title: '票务',
      path: '/v1/report/ticket/query',
      permission: 'ticket:report',
      entity: 'ticket',
      time: 'soldAt',
      sources: [{ key: 'visits', entity: 'visit', time: 'on' }],
      dimensions: [
        { key: 'venue', title: '场馆', field: 'venueId', fields: { visits: 'placeId' } },
        { key: 'day', title: '日期', bucket: 'day' },
      ],
      by: ['venue'],
      filters: [
        { key: 'venueIds', title: '场馆', field: 'venueId', fields: { visits: 'placeId' } },
        { key: 'guestIds', title: '观众', field: 'guestId' },
      ],
      measures: [
        { key: 'tickets', title: '票数', aggregate: 'count' },
        { key: 'income', title: '收入', aggregate: 'sum', field: 'price', unit: 'money' },
        { key: 'visits', title: '到场', source: 'visits', aggregate: 'count' },
      ],
    }),
  },
  { file: 'menu.json', text: JSON.stringify({ schemaVersion: 2, name: 'menu', children: [] }) },
];
