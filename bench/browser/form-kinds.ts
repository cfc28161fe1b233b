/** What the fields of the forms are, in turns. */
export const formKinds = [
  'string',
  'int',
  'string',
  'date',
  'enum',
  'string',
  'bool',
  'string',
  'money',
  'text',
] as const;
