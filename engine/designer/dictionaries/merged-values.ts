import { isJsonObject } from '../../model/json/index.ts';
import { mergeDocuments, sameJson } from '../../model/layers/index.ts';
import type { DictionaryValueRow } from './dictionary-wire.ts';

type Values = readonly DictionaryValueRow[];

/** A key no choice has. */
export function freshKey(values: Values): string {
  let number = values.length + 1;
  while (values.some(({ key }) => key === `x_${number}`)) number += 1;
  return `x_${number}`;
}

/**
 * What I made of the choices, put into what another one made of them meanwhile: where both changed one thing, mine stands,
 * for it is looked at before it is saved. Two that were added under one key are two.
 */
export function mergedValues(base: Values, mine: Values, theirs: Values): Values {
  const known = new Set(base.map(({ key }) => key));
  const added = new Map(theirs.filter(({ key }) => !known.has(key)).map((value) => [value.key, value]));
  let own = mine;
  for (const value of mine) {
    const other = added.get(value.key);
    if (other === undefined || known.has(value.key) || sameJson(other, value)) continue;
    const key = freshKey([...own, ...theirs]);
    own = own.map((one) => (one === value ? { ...value, key } : one));
  }
  const { document } = mergeDocuments({ values: base }, { values: theirs }, { values: own });
  const merged: readonly unknown[] = Array.isArray(document.values) ? document.values : [];
  const all = new Map([...theirs, ...own].map((value) => [value.key, value]));
  return merged.flatMap((value) => {
    const whole = isJsonObject(value) && typeof value.key === 'string' ? all.get(value.key) : undefined;
    return whole === undefined ? [] : [{ ...whole, ...(isJsonObject(value) ? value : {}) }];
  });
}
