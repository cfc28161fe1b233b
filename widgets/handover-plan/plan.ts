/** How customers are shared out. */
export type Rule = 'even' | 'weight' | 'manual' | 'pool';

/** What the form sends. */
export type Plan = {
  readonly rule: Rule;
  /** `number` is a weight, or with `manual` how many. */
  readonly shares: readonly Share[];
  readonly forced: boolean;
};

export type Share = { readonly staffId: string; readonly number: number };

/** What the server says a plan comes to. */
export type Preview = {
  readonly total: number;
  readonly pooled: number;
  readonly left: number;
  readonly shares: readonly {
    readonly staffId: string;
    readonly name: string;
    readonly held: number;
    readonly limit: number | null;
    readonly count: number;
    readonly isOver: boolean;
    readonly isAtWork: boolean;
  }[];
};

export const rules: readonly Rule[] = ['even', 'weight', 'manual', 'pool'];

export const noPlan: Plan = { rule: 'even', shares: [], forced: false };

/** The plan a form holds; an empty one before anything was chosen. */
export function planOf(value: unknown): Plan {
  // Only this widget writes the value.
  return typeof value === 'object' && value !== null ? { ...noPlan, ...(value as Partial<Plan>) } : noPlan;
}

/** The plan with these receivers, who keep the numbers they have. */
export function withReceivers(plan: Plan, ids: readonly string[]): Plan {
  const known = new Map(plan.shares.map(({ staffId, number }) => [staffId, number]));
  return { ...plan, shares: ids.map((staffId) => ({ staffId, number: known.get(staffId) ?? 1 })) };
}

/** The plan by another rule: who goes to the pool goes to nobody. */
export function byRule(plan: Plan, rule: Rule): Plan {
  return { ...plan, rule, shares: rule === 'pool' ? [] : plan.shares };
}

/** Whether a plan says enough to be worked out. */
export function isComplete({ rule, shares }: Plan): boolean {
  return rule === 'pool' || shares.length > 0;
}
