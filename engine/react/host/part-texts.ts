import { use, useCallback } from 'react';
import { KeyedCache, loadOnce } from '../../model/cache/index.ts';
import { fillText } from '../../model/texts/index.ts';
import { useEngine } from './engine-context.tsx';

type Texts = Readonly<Record<string, string>>;
type Load = () => Promise<{ readonly default: Texts }>;
const usual = 'zh-CN';

/** The text of a key of a part, with values put in for the names it has in braces. */
export type PartText<Key extends string> = (key: Key, params?: Readonly<Record<string, unknown>>) => string;

/**
 * The texts of a part that comes when it is first drawn, a widget say: the Chinese ones come with it, those of another
 * language once that is shown; what is missing there, or cannot be fetched, is said in Chinese. Whatever is drawn with
 * them waits in a `Suspense`.
 */
export function partTexts<Key extends string>(
  chinese: Readonly<Record<Key, string>>,
  languages: Readonly<Record<string, Load>>,
): () => PartText<Key> {
  const none = Promise.resolve<Texts>({});
  const coming = new KeyedCache<() => Promise<Texts>>({ max: 8 });
  const fetchTexts = (language: string): Promise<Texts> => {
    const load = languages[language];
    if (load === undefined) return none;
    return coming.of(language, () =>
      loadOnce(() =>
        load()
          .then((texts) => texts.default)
          .catch(() => ({})),
      ),
    )();
  };
  return function usePartText() {
    const { language = usual } = useEngine();
    const own = language === usual ? undefined : use(fetchTexts(language));
    return useCallback(
      (key, params = {}) => {
        const text = own?.[key];
        return text === undefined ? fillText(chinese[key], params, usual) : fillText(text, params, language);
      },
      [own, language],
    );
  };
}
