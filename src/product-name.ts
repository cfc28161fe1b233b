/** What the product calls itself, as the server wrote it into the page; undefined where no server did. */
export function productName(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
  return content === undefined || content === '' || content.startsWith('__') ? undefined : content;
}
