import type { Where } from '../../../model/wire/index.ts';

/** What the rows of a list are at present, and its address with further conditions (`where`, a JSON list). */
export type ListConditions = {
  readonly where: Where | undefined;
  readonly withConditions: (params: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
};
