import { defineOperation } from './definition/operation.ts';
import { choice, integer, nullable, object, optional, text } from './definition/schema.ts';

/** What a code is drawn by where nothing is told: pixels, and modules around it. */
export const usualCode = { size: 240, margin: 2, format: 'png', level: 'M' } as const;

/** Codes one person may have drawn in a minute, at one node. */
export const maxCodesPerMinute = 30;

const content = text({ minLength: 1, maxLength: 1000, title: '内容' });
const size = optional(
  nullable(integer({ minimum: 80, maximum: 600 }), {
    title: '边长（像素）',
    description: `缺省为 ${usualCode.size}。`,
  }),
);

const drawing = {
  title: '生成二维码',
  access: { kind: 'signedIn' },
  output: object({
    mime: text(),
    size: integer({ minimum: 1 }),
    image: text({ title: '图片', description: 'data: 地址，可直接显示。' }),
  }),
  scope: null,
  idempotency: 'none',
  audit: 'read',
} as const;

export const drawPng = defineOperation({
  ...drawing,
  path: '/v1/qrcode/create',
  description: `PNG；每人每分钟至多 ${maxCodesPerMinute} 个。`,
  input: object({ content, size }),
});

export const drawAny = defineOperation({
  ...drawing,
  path: '/v2/qrcode/create',
  description: `PNG 或 SVG，可定容错与留白；每人每分钟至多 ${maxCodesPerMinute} 个。`,
  input: object({
    content,
    size,
    format: optional(nullable(choice(['png', 'svg']), { title: '格式', description: '缺省为 png。' })),
    level: optional(nullable(choice(['L', 'M', 'Q', 'H']), { title: '容错', description: '缺省为 M。' })),
    margin: optional(
      nullable(integer({ minimum: 0, maximum: 10 }), {
        title: '留白（格）',
        description: `缺省为 ${usualCode.margin}。`,
      }),
    ),
  }),
});
