import { expect, it } from 'vitest';
import { maskValue } from './masks.ts';

it.each([
  ['mobile', '13812345678', '138****5678'],
  ['idcard', '110101199003071234', '110***********1234'],
  ['bankcard', '6222021234567890', '************7890'],
  ['email', 'zhangsan@mail.cn', 'z*******@mail.cn'],
  ['wechat', 'wx_zhang', 'wx*****g'],
  ['text', '秘密', '******'],
  ['mobile', '110', '***'],
] as const)('masks %s', (kind, value, shown) => {
  expect(maskValue(kind, value)).toBe(shown);
});
