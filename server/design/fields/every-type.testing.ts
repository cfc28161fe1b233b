import { expect, it } from 'vitest';
import { serverFieldTypes } from '../../fields/field-types.ts';
import { driver, faultsOf, type Json, world } from './custom-company.testing.ts';

/** All there are but the one that programs alone write. */
const customTypes = Object.keys(serverFieldTypes).filter((type) => type !== 'json');

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A value of every type that a field made in the app may have. */
async function values(): Promise<Readonly<Record<string, unknown>>> {
  const upload = () => driver.upload('admin', '平面图.png', picture);
  const { sales, sales2 } = world.ids;
  return {
    ...{ string: '靠窗', text: '一段话', int: 3, decimal: 1.5, money: 1200, bool: true, date: '2026-03-05' },
    ...{
      datetime: '2026-03-05T01:00:00.000Z',
      enum: 'x_one',
      ref: sales,
      refs: [sales, sales2],
      mobile: '13812340001',
    },
    ...{ email: 'room@example.com', url: 'https://example.com/room', idcard: '11010519491231002X', color: '#1677ff' },
    ...{
      html: '<p>说明</p>',
      file: await upload(),
      files: [await upload()],
      image: await upload(),
      images: [await upload()],
    },
  };
}

/** A field of every type, made at once. */
export function itIsOfEveryType(): void {
  it('may be of every type there is, each kept and told as one of the product, and refused where it is not of it', async () => {
    const dictionary = { name: 'x_every', title: '各式', version: 0, values: [{ key: 'x_one', title: '其一' }] };
    expect(await world.call('admin', '/v1/design/dictionary/save', dictionary)).toMatchObject({ code: '0' });
    const keyOf = (type: string) => `x${type.charAt(0).toUpperCase()}${type.slice(1)}`;
    const fields = customTypes.map((type) => ({
      entity: 'classroom',
      field: {
        ...{ key: keyOf(type), title: `各式${type}`, type },
        ...(type === 'enum' ? { dictionary: 'x_every' } : {}),
        ...(type === 'ref' || type === 'refs' ? { ref: 'staff' } : {}),
      },
    }));
    const { data: packed } = await world.call<Json>('admin', '/v1/design/package/export');
    const given = { ...packed, pages: [], layers: [], dictionaries: [], fields };
    const brought = await world.call('admin', '/v1/design/package/import', { package: given, note: '各种类型' });
    expect(brought, JSON.stringify(brought)).toMatchObject({ code: '0' });

    const known = await values();
    const own = Object.fromEntries(customTypes.map((type) => [keyOf(type), known[type]]));
    const made = await world.call<{ id: string }>('admin', '/v1/classroom/create', {
      name: '各式教室',
      seats: 20,
      ...own,
    });
    expect(made, JSON.stringify(made)).toMatchObject({ code: '0' });
    const { data: seen } = await world.call('admin', '/v1/classroom/view', { id: made.data.id });
    for (const type of customTypes) expect([type, JSON.stringify(seen[keyOf(type)])]).not.toEqual([type, undefined]);
    for (const type of ['string', 'text', 'int', 'bool', 'date', 'enum', 'color', 'html'])
      expect([type, seen[keyOf(type)]]).toEqual([type, known[type]]);
    const wrong = customTypes.filter((type) => !['string', 'text', 'html'].includes(type));
    const refused = await world.call('admin', '/v1/classroom/create', {
      ...{ name: '另一间', seats: 20 },
      ...Object.fromEntries(wrong.map((type) => [keyOf(type), '§'])),
    });
    expect(new Set(faultsOf(refused).map(({ pointer }) => pointer.split('/')[1]))).toEqual(new Set(wrong.map(keyOf)));
  });
}
