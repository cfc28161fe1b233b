import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The languages besides Chinese, and whether a word has another form with one than with several. */
const languages = { 'zh-TW': false, 'en-US': true, 'pt-BR': true } as const;
type OtherLanguage = keyof typeof languages;

/** What is wrong with a text in a language. */
export type TextFault = { readonly file: string; readonly key: string; readonly fault: string };

/** Characters that only simplified Chinese has, of those these texts are full of. */
const simplified =
  /[这们个时对为没从来开关闭页设认请选择输击错误实际应该单条员号码权审执显标备销统级线编辑发门导图网络载录]/u;
const han = /[\u4e00-\u9fff\u3000-\u303f\uff00-\uffef]/u;

/** The folders whose texts are said in every language; of others, in those whose file is there. */
const everywhere = /^(src\/locales|engine\/(react|designer)\/texts|engine\/model\/texts\/words|server\/texts\/.+)$/;

/**
 * Every text in another language that a reader would stumble over: one that is missing where the file says it has all, one
 * that Chinese has not, one that names other variables, one that is Chinese still, and a form of a word that is missing.
 */
export function textFaults(root: string): readonly TextFault[] {
  return chineseFiles(root).flatMap((chinese) => {
    const folder = path.posix.dirname(chinese);
    return languageNames.flatMap((language) => {
      const file = chinese.replace(/zh-CN\.json$/, `${language}.json`);
      if (existsSync(path.join(root, file))) return faultsOf(root, chinese, file, language);
      return everywhere.test(folder) ? [{ file, key: '', fault: 'missing' }] : [];
    });
  });
}

const languageNames: readonly OtherLanguage[] = ['zh-TW', 'en-US', 'pt-BR'];

function faultsOf(root: string, chinese: string, file: string, language: OtherLanguage): readonly TextFault[] {
  const own = textsOf(path.join(root, file));
  const usual = textsOf(path.join(root, chinese));
  const missing = [...usual.keys()].filter((key) => !own.has(key)).map((key) => ({ file, key, fault: 'missing' }));
  const wrong = [...own].flatMap(([key, text]) => {
    const original = usual.get(key);
    if (original === undefined) return [{ file, key, fault: 'not in Chinese' }];
    return faultsOfText(key, text, original, language).map((fault) => ({ file, key, fault }));
  });
  return [...missing, ...wrong];
}

/** What is wrong with one text, beside the Chinese one it stands for. */
export function faultsOfText(key: string, text: string, original: string, language: OtherLanguage): readonly string[] {
  const faults: string[] = [];
  if (text.trim() === '') faults.push('empty');
  if (variables(text).join() !== variables(original).join()) faults.push('other variables');
  // Languages are named in themselves.
  if (!key.startsWith('lang.') && (language === 'zh-TW' ? simplified : han).test(text)) faults.push('still Chinese');
  for (const [, forms = ''] of text.matchAll(/\{\w+, ([^}]*)\}/g))
    if (!languages[language] || forms.split('|').length !== 2) faults.push(`forms “${forms}”`);
  return faults;
}

/** The names a text has values put in for. */
export function variables(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name))].sort();
}

function chineseFiles(root: string): readonly string[] {
  return ['engine/model', 'engine/react', 'engine/designer', 'server', 'src', 'widgets']
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /(^|[./\\])zh-CN\.json$/.test(name))
        .map((name) => path.join(folder, name).split(path.sep).join('/')),
    );
}

function textsOf(file: string): ReadonlyMap<string, string> {
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(Object.entries(Object(json)).map(([key, text]) => [key, String(text)]));
}
