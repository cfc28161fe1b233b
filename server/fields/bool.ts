import { importText } from '../texts/import-text.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';

const words: ReadonlyMap<string, boolean> = new Map([
  ...['是', '真', '有', '对', 'true', 'yes', 'y', '1', '√', '✓'].map((word) => [word, true] as const),
  ...['否', '假', '无', '错', 'false', 'no', 'n', '0', '×', '✗'].map((word) => [word, false] as const),
]);

export const bool: ServerFieldType = {
  sqlKind: 'bool',
  column: () => 'boolean',
  cast: 'boolean',
  copyForm: 'safe',
  schema: () => ({ type: 'boolean' }),
  exported: () => (value) => (typeof value === 'boolean' ? (value ? '是' : '否') : null),
  imported: {
    read: (text) => words.get(text.toLowerCase()),
    expected: importText('import.expected.bool'),
    choices: () => ['是', '否'],
  },
};
