import type { Fault } from '../../engine/model/faults/index.ts';
import { choice, list, object, open, optional, ref, text } from '../definition/schema.ts';

/** One place of an input that is wrong. */
export const fault = open(
  {
    code: text(),
    pointer: text({ title: '位置（JSON Pointer）' }),
    title: optional(text()),
    expected: optional(text()),
    got: optional(text()),
  },
  { title: '一处有误的输入' },
);

/** What is answered instead of data. */
export const refusal = object(
  {
    code: choice(['1', '1001', '1002', '1003'], { title: '信封代码' }),
    message: text({ title: '给员工看的句子' }),
    data: object({
      error: open({
        code: text({ title: '错误代码' }),
        requestId: optional(text({ title: '请求编号' })),
        faults: optional(list(ref<Fault>('Fault'))),
      }),
    }),
  },
  { title: '拒绝' },
);
