import { describe, expect, it } from 'vitest';
import { normaliseMobile } from '../../../engine/model/fields/index.ts';
import { isoMoment } from '../../db/load/moment-text.ts';
import type { LoadedRow } from '../../db/load/table-writer.ts';
import { atWork, compactDay, day, hour, startOfDay } from './values/calendar.ts';
import { projectFacts } from './values/catalogue.ts';
import { demoId } from './values/demo-ids.ts';
import { followUpText } from './values/follow-up-texts.ts';
import { mobileNumber } from './values/names.ts';
import { Random } from './values/random.ts';
import { Agreements } from './world/agreement-rows.ts';

describe('agreements', () => {
  it('of orders made in one moment are two', () => {
    const rows: LoadedRow[] = [];
    const now = Date.parse('2026-03-18T07:00:00Z');
    const seal = (text: string) => ({ stored: text, hash: text });
    const add = (entity: string, row: LoadedRow) => void (entity === 'agreement' && rows.push(row));
    const agreements = new Agreements({ now, seal, add, keeperId: null }, startOfDay(now) - 30 * day);
    const random = new Random(3);
    for (let count = 0; count < 200; count++)
      agreements.write({
        ...{
          orderId: demoId(now - day, random),
          orderNo: '',
          customerId: '',
          sellerId: '',
          name: '',
          mobile: seal(''),
        },
        ...{ project: '', payable: 0 },
        ...{ createdAt: now - day, paidAt: now - day, isRefunded: false },
      });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(200);
  });
});

describe('mobile numbers', () => {
  it('are valid and never repeat', () => {
    const numbers = new Set(Array.from({ length: 50_000 }, (_, index) => mobileNumber(index * 37)));
    expect(numbers.size).toBe(50_000);
    expect([...numbers].filter((number) => normaliseMobile(number) !== number)).toEqual([]);
  });

  it('of staff and customers are apart', () => {
    expect(mobileNumber(5, 'staff')).not.toBe(mobileNumber(5));
  });
});

describe('moments', () => {
  it('are written as Date writes them', () => {
    const random = new Random(3);
    for (let count = 0; count < 2000; count++) {
      const moment = Math.floor(random.between(Date.UTC(2001, 0, 1), Date.UTC(2039, 0, 1)));
      expect(isoMoment(moment)).toBe(new Date(moment).toISOString());
    }
  });

  it('belong to the day they have in Shanghai', () => {
    expect(compactDay(Date.parse('2026-03-17T16:00:00Z'))).toBe('20260318');
    expect(compactDay(Date.parse('2026-03-17T15:59:59Z'))).toBe('20260317');
  });

  it('move into working hours where there is room, and stay within their bounds', () => {
    const random = new Random(5);
    const midnight = startOfDay(Date.parse('2026-03-18T04:00:00Z'));
    for (let count = 0; count < 500; count++) {
      const low = midnight + random.between(-30, 10) * hour;
      const high = low + random.between(0, 60) * hour;
      const moment = random.between(low, high);
      const moved = atWork(moment, low, high, random);
      expect(moved).toBeGreaterThanOrEqual(low);
      expect(moved).toBeLessThanOrEqual(high);
    }
  });
});

describe('ids', () => {
  it('are UUIDs of version 7 in order of time', () => {
    const random = new Random(1);
    const ids = Array.from({ length: 100 }, (_, index) => demoId(1_700_000_000_000 + index, random));
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('follow-up texts', () => {
  it('leave no slot unfilled and keep the length the product asks for', () => {
    const random = new Random(9);
    const [project] = projectFacts;
    const subject = { project, examYear: 2026, course: project.courses[0], price: 5980 };
    const situations = [
      'noAnswer',
      'noReply',
      'firstTalk',
      'talk',
      'wechatTalk',
      'interested',
      'appointment',
      'notInterested',
      'refused',
      'deal',
      'afterDeal',
      'wrongNumber',
    ] as const;
    for (const situation of situations) {
      for (let count = 0; count < 100; count++) {
        const text = followUpText(situation, subject, random);
        expect(text).not.toMatch(/[{}]|undefined/);
        expect(text.length).toBeGreaterThanOrEqual(5);
        expect(text.length).toBeLessThanOrEqual(1000);
      }
    }
  });
});
