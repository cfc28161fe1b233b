/**
 * The pictures in the RTF that Word puts beside its HTML, in order, which names them only as files of its own machine.
 * Undefined stands for one of a kind browsers do not show (WMF, EMF). Each is called by the word for a picture and its number.
 */
export function rtfPictures(rtf: string, word: string): readonly (File | undefined)[] {
  const pictures: (File | undefined)[] = [];
  let at = rtf.indexOf('{\\pict');
  while (at !== -1) {
    const end = endOfGroup(rtf, at);
    // The same picture once more, for programs that are older.
    if (!/\{\\nonshppict\s*$/.test(rtf.slice(Math.max(0, at - 20), at)))
      pictures.push(pictureOf(rtf.slice(at, end), `${word}${pictures.length + 1}`));
    at = rtf.indexOf('{\\pict', end);
  }
  return pictures;
}

/** Just behind the brace that closes a group. */
function endOfGroup(rtf: string, from: number): number {
  let depth = 0;
  for (let at = from; at < rtf.length; at += 1) {
    const letter = rtf.charAt(at);
    if (letter === '\\') at += 1;
    else if (letter === '{') depth += 1;
    else if (letter === '}' && --depth === 0) return at + 1;
  }
  return rtf.length;
}

function pictureOf(group: string, name: string): File | undefined {
  const [, kind] = /\\(png|jpeg)blip/.exec(group) ?? [];
  if (kind === undefined) return undefined;
  const hex = group
    .slice(1, -1)
    .replace(/\{[^{}]*\}/g, '')
    .replace(/\\[a-z]+-?\d* ?/gi, '')
    .replace(/[^\da-f]/gi, '');
  const bytes = Uint8Array.from({ length: hex.length >> 1 }, (_, place) =>
    Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16),
  );
  return bytes.length === 0
    ? undefined
    : new File([bytes], `${name}.${kind === 'png' ? 'png' : 'jpg'}`, { type: `image/${kind}` });
}

/** The picture that an address of its own holds (`data:image/png;base64,…`); undefined where it holds none. */
export function pictureInAddress(address: string, name: string): File | undefined {
  const [, type = '', data = ''] = /^data:image\/(png|jpeg|gif|webp);base64,([a-z\d+/=\s]+)$/i.exec(address) ?? [];
  if (data === '') return undefined;
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (letter) => letter.charCodeAt(0));
    return new File([bytes], `${name}.${type.toLowerCase().replace('jpeg', 'jpg')}`, {
      type: `image/${type.toLowerCase()}`,
    });
  } catch {
    return undefined;
  }
}
