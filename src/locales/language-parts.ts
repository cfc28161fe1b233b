import type { ConfigProviderProps } from 'antd';
import type { Texts } from './i18n.ts';

/** Words of antd in a language. */
export type AntdLocale = NonNullable<ConfigProviderProps['locale']>;

/** What a language brings of itself: antd's own words, the calendar, and the sentences of the shell and of errors. */
export type OwnParts = { readonly antd: AntdLocale; readonly calendar: string; readonly texts: Texts };

/** All that changes with a language; errors are Chinese where it says none. */
export type LanguageParts = OwnParts & {
  readonly errorIn: ((code: string, facts: Readonly<Record<string, unknown>>) => string | undefined) | undefined;
};
