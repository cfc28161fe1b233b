import { type PartText, partTexts } from '../../react/index.ts';
import own from './fields.zh-CN.json';
import shared from './texts.zh-CN.json';
import { type DesignTextKey, withShared } from './use-design-text.ts';

/** The text of a key of custom fields and dictionaries, or of one that all parts of the designer say. */
export type FieldsText = PartText<keyof typeof own | DesignTextKey>;

/** What custom fields and dictionaries say, in the host's language. */
export const useFieldsText: () => FieldsText = partTexts(
  { ...shared, ...own },
  withShared({
    'zh-TW': () => import('./fields.zh-TW.json'),
    'en-US': () => import('./fields.en-US.json'),
    'pt-BR': () => import('./fields.pt-BR.json'),
  }),
);
