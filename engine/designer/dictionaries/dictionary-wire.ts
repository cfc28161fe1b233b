/** A choice of a dictionary, as the server tells it. */
export type DictionaryValueRow = {
  readonly key: string;
  readonly title: string;
  readonly tone?: string;
  readonly disabled?: boolean;
};

/** A dictionary as it is in force. */
export type DictionaryRow = {
  readonly name: string;
  readonly title: string;
  readonly isOwn: boolean;
  /** Programs and transitions set its values: none comes and none goes. */
  readonly isFixed: boolean;
  readonly version: number;
  readonly values: readonly DictionaryValueRow[];
  readonly usedBy: readonly string[];
};
