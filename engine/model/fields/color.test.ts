import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { color, inkOn } from './color.ts';

const checked = (raw: unknown) =>
  color.check(raw, { key: 'c', title: 'c', type: 'color' }, { dictionaries: new Map(), now: '' });

/** Contrast of two colours as WCAG 2 counts it, with its own numbers. */
function contrast(a: string, b: string): number {
  const light = (hex: string) => {
    const [r = 0, g = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  };
  const [dark = 0, bright = 0] = [light(a), light(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
}

describe('a colour', () => {
  it.each([
    ['#1890ff', '#1890ff'],
    [' #1890FF ', '#1890ff'],
    ['#Fa0', '#ffaa00'],
  ])('%s is stored as %s', (raw, value) => {
    expect(checked(raw)).toEqual({ value });
  });

  it.each(['red', '1890ff', '#1890f', '#1890ff80', '#12345g', 'url(x)', '#000;background:url(x)'])(
    'is not %s',
    (raw) => {
      expect(checked(raw)).toMatchObject({ fault: {} });
    },
  );

  it('can always be read on: the ink on it has a contrast of 4.5 to 1 or more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const ground = `#${number.toString(16).padStart(6, '0')}`;
        const ink = inkOn(ground);
        expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(ink, ground)).toBeGreaterThanOrEqual(
          contrast(ink === '#000000' ? '#ffffff' : '#000000', ground) - 1e-9,
        );
      }),
    );
  });
});
