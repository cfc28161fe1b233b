const words: readonly (readonly [before: number, text: string])[] = [
  [5, '夜深了'],
  [11, '上午好'],
  [13, '中午好'],
  [18, '下午好'],
  [24, '晚上好'],
];

const day = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'long',
  day: 'numeric',
  weekday: 'long',
});
const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: 'numeric', hourCycle: 'h23' });

/** How somebody is greeted at a moment, and which day it is there: 上午好, 11月25日星期三. */
export function greetingAt(moment: Date): { readonly words: string; readonly day: string } {
  const hours = Number(hour.format(moment));
  return { words: words.find(([before]) => hours < before)?.[1] ?? '您好', day: day.format(moment) };
}
