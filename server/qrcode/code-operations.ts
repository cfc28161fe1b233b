import { RateLimit } from '../kernel/limits/rate-limit.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { type JsonSchema, nullable, object, textSchema } from '../kernel/operation/json-schema.ts';
import type { CallerOperation } from '../kernel/operation/operation.ts';
import type { Values } from '../kernel/operation/record-store.ts';
import { refuseFaults, shapeCheck } from '../operations/saved-views/check-shape.ts';
import { type DrawnCode, drawCode } from './draw-code.ts';

const usualSize = 240;
const usualMargin = 2;
const formats = ['png', 'svg'] as const;
const levels = ['L', 'M', 'Q', 'H'] as const;
/** Codes one person may have drawn in a minute, at one node. */
const perMinute = 30;
const maxBodyBytes = 8192;

const content: JsonSchema = { type: 'string', minLength: 1, maxLength: 1000, title: '内容' };
const size: JsonSchema = {
  ...nullable({ type: 'integer', minimum: 80, maximum: 600 }),
  title: '边长（像素）',
  description: `缺省为 ${usualSize}。`,
};
const firstInput = object({ content, size }, ['content']);
const secondInput = object(
  {
    content,
    size,
    format: { ...nullable({ type: 'string', enum: [...formats] }), title: '格式', description: '缺省为 png。' },
    level: { ...nullable({ type: 'string', enum: [...levels] }), title: '容错', description: '缺省为 M。' },
    margin: {
      ...nullable({ type: 'integer', minimum: 0, maximum: 10 }),
      title: '留白（格）',
      description: `缺省为 ${usualMargin}。`,
    },
  },
  ['content'],
);
const output = object({
  mime: textSchema,
  size: { type: 'integer', minimum: 1 },
  image: { type: 'string', title: '图片', description: 'data: 地址，可直接显示。' },
});

/** Drawing QR codes: version 1 a PNG of a size, version 2 also as SVG, with level and margin. */
export function codeOperations(): readonly CallerOperation[] {
  const limit = new RateLimit(perMinute);
  return [
    drawing('/v1/qrcode/create', firstInput, `PNG；每人每分钟至多 ${perMinute} 个。`, limit),
    drawing('/v2/qrcode/create', secondInput, `PNG 或 SVG，可定容错与留白；每人每分钟至多 ${perMinute} 个。`, limit),
  ];
}

function drawing(path: string, input: JsonSchema, description: string, limit: RateLimit): CallerOperation {
  const check = shapeCheck(input, '', maxBodyBytes);
  return {
    path,
    title: '生成二维码',
    description,
    access: { kind: 'signedIn' },
    input,
    output,
    scope: null,
    idempotency: 'none',
    audit: 'read',
    run: async (body, context) => {
      refuseFaults(check(body));
      return draw(body, limit, context);
    },
  };
}

async function draw(body: Values, limit: RateLimit, { caller }: CallContext): Promise<DrawnCode> {
  limit.take(caller.staffId, Date.now());
  return drawCode({
    content: String(body.content),
    size: Number(body.size ?? usualSize),
    format: formats.find((format) => format === body.format) ?? 'png',
    level: levels.find((level) => level === body.level) ?? 'M',
    margin: Number(body.margin ?? usualMargin),
  });
}
