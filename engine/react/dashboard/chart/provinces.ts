import { currentLanguage, type Language, languages } from '../../../model/texts/index.ts';
import tiles from './provinces.json';

/** A province-level division of China with its place in a grid of equal tiles. */
export type Province = {
  /** First two digits of its code in GB/T 2260. */
  readonly code: string;
  /** Its two letters there, for languages whose names are longer than a tile. */
  readonly letters: string;
  readonly column: number;
  readonly row: number;
} & Readonly<Record<Language, string>>;

/** All of them. Equal tiles, not borders: the small ones can be read, and none is drawn larger than it counts. */
export const provinces: readonly Province[] = tiles;

/** What a province is called in the language that is spoken. */
export function provinceName(province: Province): string {
  return province[currentLanguage()];
}

/** What stands on the tile of a province. */
export function tileName(province: Province): string {
  return currentLanguage().startsWith('zh') ? provinceName(province) : province.letters;
}

/** The province that a value means: by its code, or by a name such as 浙江, 浙江省, 内蒙古自治区 or Zhejiang. */
export function provinceOf(key: string, name: string): Province | undefined {
  const code = /^\d{2}(\d{4})?$/.test(key) ? key.slice(0, 2) : undefined;
  return provinces.find(
    (province) => province.code === code || languages.some((language) => name.startsWith(province[language])),
  );
}
