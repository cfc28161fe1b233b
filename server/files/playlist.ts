/** Lines and attributes of an HLS playlist (RFC 8216) that name other files. */
const attribute = /URI="([^"]*)"/g;

/** The files a playlist names, as it calls them. */
export function namesInPlaylist(playlist: string): readonly string[] {
  const names: string[] = [];
  playlistWith(playlist, (name) => {
    names.push(name);
    return name;
  });
  return names;
}

/** A playlist with every name of a file replaced; folders and queries of its names are left away, a row has none. */
export function playlistWith(playlist: string, replace: (name: string) => string): string {
  return playlist
    .split(/\r?\n/)
    .map((line) => {
      if (line.startsWith('#')) return line.replace(attribute, (_, uri: string) => `URI="${replace(nameOf(uri))}"`);
      return line.trim() === '' ? line : replace(nameOf(line.trim()));
    })
    .join('\n');
}

function nameOf(uri: string): string {
  const path = uri.split(/[?#]/, 1)[0] ?? '';
  const last = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    // A name with a lone per cent sign stands for itself.
    return last;
  }
}
