/**
 * Divides an amount of cents by whole weights: each gets its part rounded towards zero, and the first what that leaves,
 * so that the parts always sum to the amount. No weights, no parts; weights that are all zero leave everything to the first.
 */
export function splitBy(amount: number, weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map((_, at) => (at === 0 ? amount : 0));
  const parts = weights.map((weight) => Number((BigInt(amount) * BigInt(weight)) / BigInt(total)));
  const rest = amount - parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part, at) => (at === 0 ? part + rest : part));
}
