/** What the server wrote into the page under a name; undefined where no server did. */
export function pageMeta(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content === undefined || content === '' || content.startsWith('__') ? undefined : content;
}

/** Parts of the shell that a product may do without: the telephone, the lines about urgent work orders, and what takes two people. */
export type Feature = 'phone' | 'alerts' | 'second';

const features = pageMeta('app-features')?.split(' ');

/** Whether the product has a part of the shell; where no server said, every part is there. */
export function hasFeature(feature: Feature): boolean {
  return features === undefined ? pageMeta('app-build') === undefined : features.includes(feature);
}

/** What of the product the server says in several languages: the name of what is said in Chinese, and of the others. */
const said = {
  title: ['application-name', 'app-titles'],
  slogan: ['app-slogan', 'app-slogans'],
  detail: ['app-slogan-detail', 'app-slogan-details'],
} as const;

/** What the documents say of the product in a language, Chinese where they say nothing in it. */
export function productWord(word: keyof typeof said, language: string): string | undefined {
  const [chinese, others] = said[word];
  // A line for each language, which stands before it.
  const line = pageMeta(others)
    ?.split('\n')
    .find((one) => one.startsWith(`${language} `));
  return line === undefined ? pageMeta(chinese) : line.slice(language.length + 1);
}
