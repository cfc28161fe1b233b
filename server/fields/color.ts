import { fieldTypes } from '../../engine/model/fields/index.ts';
import { importText } from '../texts/import-text.ts';
import type { ServerFieldType } from './kind/server-field-type.ts';
import { textType } from './kind/text-type.ts';

const type = textType({ pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' });

export const color: ServerFieldType = {
  ...type,
  column: () => 'character varying(7)',
  imported: {
    ...type.imported,
    read: (text, field) => {
      const outcome = fieldTypes.color.check(text, field, { dictionaries: new Map(), now: '' });
      return 'value' in outcome ? outcome.value : undefined;
    },
    expected: importText('import.expected.color'),
    headings: ['颜色', '色号'],
  },
};
