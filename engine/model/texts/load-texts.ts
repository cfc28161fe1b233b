import { addTexts, type Language } from './current-language.ts';

type OtherLanguage = Exclude<Language, 'zh-CN'>;
type Load = () => Promise<{ readonly default: Readonly<Record<string, string>> }>;

/** What the language layer says on a page, and what it says to those who design one: each is fetched when it is needed. */
const parts = {
  page: {
    'zh-TW': [() => import('./words/model.zh-TW.json'), () => import('./words/expression.zh-TW.json')],
    'en-US': [() => import('./words/model.en-US.json'), () => import('./words/expression.en-US.json')],
    'pt-BR': [() => import('./words/model.pt-BR.json'), () => import('./words/expression.pt-BR.json')],
  },
  designer: {
    'zh-TW': [
      () => import('./words/check.zh-TW.json'),
      () => import('./words/design.zh-TW.json'),
      () => import('./words/typing.zh-TW.json'),
    ],
    'en-US': [
      () => import('./words/check.en-US.json'),
      () => import('./words/design.en-US.json'),
      () => import('./words/typing.en-US.json'),
    ],
    'pt-BR': [
      () => import('./words/check.pt-BR.json'),
      () => import('./words/design.pt-BR.json'),
      () => import('./words/typing.pt-BR.json'),
    ],
  },
} as const satisfies Record<string, Record<OtherLanguage, readonly Load[]>>;

/** Fetches and adds what the language layer says in a language; what cannot be fetched is said in Chinese. */
export async function loadTexts(language: OtherLanguage, part: keyof typeof parts): Promise<void> {
  const texts = await Promise.all(parts[part][language].map((load) => load()));
  for (const { default: own } of texts) addTexts(language, own);
}
