import type { Message } from '../texts/message.ts';
/** One thing wrong in an expression: where, what was expected and what came. */
export type ExpressionFault = {
  readonly code: 'E_SCHEMA_EXPRESSION' | 'E_SCHEMA_UNKNOWN_NAME';
  /** Where the part at fault begins in the source, in characters, and how many it has. */
  readonly offset: number;
  readonly length: number;
  readonly expected: string;
  /** English words for `expected`, where those are Chinese. */
  readonly expectedEn?: string;
  readonly got: string;
  /** The nearest known name, where one is near. */
  readonly nearest?: string;
};

/** What was expected. */
export type Words = Message;
