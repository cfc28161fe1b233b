/** The times of the day at which one is greeted otherwise. */
export type DayTime = 'night' | 'morning' | 'noon' | 'afternoon' | 'evening';

const times: readonly (readonly [before: number, time: DayTime])[] = [
  [5, 'night'],
  [11, 'morning'],
  [13, 'noon'],
  [18, 'afternoon'],
];

const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: 'numeric', hourCycle: 'h23' });

/** How somebody is greeted at a moment, and which day it is there: morning, 11月25日星期三. */
export function greetingAt(moment: Date, language = 'zh-CN'): { readonly time: DayTime; readonly day: string } {
  const hours = Number(hour.format(moment));
  const day = new Intl.DateTimeFormat(language, {
    timeZone: 'Asia/Shanghai',
    month: 'long',
    day: 'numeric',
    weekday: 'long',
  });
  return { time: times.find(([before]) => hours < before)?.[1] ?? 'evening', day: day.format(moment) };
}
