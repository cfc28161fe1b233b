import type { AggregateName } from './aggregates.ts';
import { add, type Decimal, toDecimal } from './decimal.ts';
import { compare, decimalOf, type Inner } from './operators.ts';

const zero = toDecimal(0);

/** What an aggregate makes of the values of its rows, as SQL does: a missing value is left out, of conditions it is unknown. */
export function gather(name: AggregateName, values: readonly Inner[]): Inner {
  switch (name) {
    case 'sum':
      return sum(values);
    case 'count':
      return values.filter((value) => value === true).length;
    case 'minOf':
      return extreme(values, -1);
    case 'maxOf':
      return extreme(values, 1);
    case 'any':
      return values.includes(true) ? true : values.every((value) => value === false) ? false : null;
    case 'all':
      return values.includes(false) ? false : values.every((value) => value === true) ? true : null;
  }
}

/** Missing where one value is there and is no number. */
function sum(values: readonly Inner[]): Inner {
  let total: Decimal | undefined = zero;
  for (const value of values) {
    if (value === null) continue;
    const each = decimalOf(value);
    if (each === undefined || total === undefined) return null;
    total = add(total, each);
  }
  return total ?? null;
}

function extreme(values: readonly Inner[], sign: 1 | -1): Inner {
  let found: Inner = null;
  for (const value of values) {
    const order = value === null || found === null ? undefined : compare(value, found);
    if (value !== null && (found === null || (order !== undefined && order * sign > 0))) found = value;
  }
  return found;
}
