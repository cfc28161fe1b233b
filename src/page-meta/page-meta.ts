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
