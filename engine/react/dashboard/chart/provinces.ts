/** A province-level division of China with its place in a grid of equal tiles. */
export type Province = {
  /** First two digits of its code in GB/T 2260. */
  readonly code: string;
  readonly name: string;
  readonly column: number;
  readonly row: number;
};

/** Each row of tiles from north to south: code, short name and column. */
const tiles: readonly (readonly (readonly [code: string, name: string, column: number])[])[] = [
  [['23', '黑龙江', 7]],
  [
    ['15', '内蒙古', 5],
    ['22', '吉林', 7],
  ],
  [
    ['65', '新疆', 0],
    ['62', '甘肃', 2],
    ['64', '宁夏', 3],
    ['11', '北京', 5],
    ['12', '天津', 6],
    ['21', '辽宁', 7],
  ],
  [
    ['63', '青海', 1],
    ['61', '陕西', 3],
    ['14', '山西', 4],
    ['13', '河北', 5],
    ['37', '山东', 6],
  ],
  [
    ['54', '西藏', 0],
    ['51', '四川', 2],
    ['50', '重庆', 3],
    ['41', '河南', 4],
    ['34', '安徽', 5],
    ['32', '江苏', 6],
    ['31', '上海', 7],
  ],
  [
    ['42', '湖北', 4],
    ['36', '江西', 5],
    ['33', '浙江', 6],
  ],
  [
    ['53', '云南', 2],
    ['52', '贵州', 3],
    ['43', '湖南', 4],
    ['35', '福建', 5],
    ['71', '台湾', 7],
  ],
  [
    ['45', '广西', 3],
    ['44', '广东', 4],
    ['81', '香港', 5],
  ],
  [
    ['46', '海南', 3],
    ['82', '澳门', 4],
  ],
];

/** All of them. Equal tiles, not borders: the small ones can be read, and none is drawn larger than it counts. */
export const provinces: readonly Province[] = tiles.flatMap((line, row) =>
  line.map(([code, name, column]) => ({ code, name, column, row })),
);

/** The province that a value means: by its code, or by a name such as 浙江, 浙江省 or 内蒙古自治区. */
export function provinceOf(key: string, name: string): Province | undefined {
  const code = /^\d{2}(\d{4})?$/.test(key) ? key.slice(0, 2) : undefined;
  return provinces.find((province) => province.code === code || name.startsWith(province.name));
}
