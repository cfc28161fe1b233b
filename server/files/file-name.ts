const longest = 200;

/**
 * A name given by a person as it is kept: text to show and to offer at a download, never part of a path. Folders,
 * control characters and characters that turn the reading direction are taken out.
 */
export function safeFileName(given: string, extensions: readonly string[] = []): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/["<>|:*?]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return withExtension(clean === '' ? '未命名' : clean, extensions);
}

/** A name whose extension tells something else than the content gets the right one behind it. */
function withExtension(name: string, extensions: readonly string[]): string {
  const dot = name.lastIndexOf('.');
  const known = dot > 0 && extensions.includes(name.slice(dot + 1).toLowerCase());
  const ending = known ? name.slice(dot) : extensions.length === 0 ? '' : `.${extensions[0]}`;
  const stem = known ? name.slice(0, dot) : name;
  return [...stem].slice(0, longest - ending.length).join('') + ending;
}

/** A `Content-Disposition` by RFC 6266 and RFC 5987: a plain name for old readers, the whole one in UTF-8. */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
