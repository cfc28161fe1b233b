import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { DuplicatePolicy, OnceFact } from '../../../engine/model/wire/index.ts';
import type { RuleBook } from '../../kernel/operation/domain-rules.ts';
import type { Mapping } from './guess-mapping.ts';
import type { Intake } from './intake.ts';

/** How the rows of a table become rows of an entity. */
export type ImportPlan = {
  readonly intake: Intake;
  readonly rules: RuleBook;
  /** The fields that columns fill, in the order of the entity. */
  readonly fields: readonly EntityField[];
  readonly mapping: Mapping;
  readonly policy: DuplicatePolicy;
  /** Fields by which a row that is there already is recognised; none leaves that to the rules of the entity. */
  readonly by: readonly string[];
  readonly dryRun: boolean;
};

/** A row of the table: its number there, its cells, and the row before it that has the same key. */
export type StagedRow = { readonly number: number; readonly cells: readonly string[]; readonly sameAs?: number };

/** What became of a row. */
export type RowOutcome =
  | {
      readonly outcome: 'created';
      readonly id: string;
      /** Rows that rules made along with it. */
      readonly along: readonly { readonly entity: string; readonly id: string }[];
      /** What is told of it once, in a file for whoever imports. */
      readonly once?: readonly OnceFact[];
    }
  | { readonly outcome: 'updated'; readonly id: string; readonly before: Readonly<Record<string, unknown>> }
  | { readonly outcome: 'duplicated' | 'failed'; readonly reason: string };
