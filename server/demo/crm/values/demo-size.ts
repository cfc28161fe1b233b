/** How much demo data to make. */
export type DemoSize = 'small' | 'medium' | 'large';

/** What a size means: customers, days of history, regional branches beside the two of the small company. */
export type DemoScale = { readonly customers: number; readonly days: number; readonly branches: number };

export const demoScales: Readonly<Record<DemoSize, DemoScale>> = {
  small: { customers: 1_000, days: 120, branches: 0 },
  medium: { customers: 100_000, days: 400, branches: 3 },
  large: { customers: 1_000_000, days: 730, branches: 12 },
};
