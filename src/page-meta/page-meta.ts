/** What the server wrote into the page under a name; undefined where no server did. */
export function pageMeta(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return content === undefined || content === '' || content.startsWith('__') ? undefined : content;
}
