import { inertHtml } from './inert-html.ts';
import { gatherWordLists } from './word-list.ts';
import { pictureInAddress, rtfPictures } from './word-pictures.ts';

/** What was copied elsewhere: its HTML, and the RTF that Word puts beside it; and what a picture in it is called. */
type Copied = { readonly html: string; readonly rtf: string; readonly pictureName: string };

/** A text to be put in, and how many of its pictures were left behind. */
export type Pasted = { readonly html: string; readonly leftBehind: number };

/** What Word, Excel and the browsers put around a text and no text is. */
const around = 'style, script, meta, link, title, xml, template, object, embed, iframe';

/**
 * Brings a copied text to what the editor takes: lists of Word become lists, pictures that came along are given to
 * `send`, which answers the key of their upload, and those that lie elsewhere are left behind.
 */
export function readPasted({ html, rtf, pictureName }: Copied, send: (picture: File) => number | undefined): Pasted {
  const root = new DOMParser().parseFromString(inertHtml(html), 'text/html');
  for (const element of root.querySelectorAll(around)) element.remove();
  gatherWordLists(root);
  // Word's own elements (`o:p`, `v:shape`) hold text at best.
  for (const element of [...root.body.querySelectorAll('*')])
    if (element.tagName.includes(':')) element.replaceWith(...element.childNodes);
  const local = rtf === '' ? [] : [...rtfPictures(rtf, pictureName)];
  const foreign = [...root.querySelectorAll('img')].filter((image) => !image.hasAttribute('data-file'));
  const taken = foreign.filter((image) => takePicture(image, pictureOf(image, local, pictureName), send));
  return { html: root.body.innerHTML, leftBehind: foreign.length - taken.length };
}

/** What a picture holds: of those Word left on its machine, the next that came along. */
function pictureOf(image: HTMLImageElement, local: (File | undefined)[], name: string): File | undefined {
  const address = image.getAttribute('src') ?? '';
  return /^file:/i.test(address) ? local.shift() : pictureInAddress(address, name);
}

/** Sends a picture and leaves the key of its upload in its place; answers whether it could. */
function takePicture(
  image: HTMLImageElement,
  picture: File | undefined,
  send: (picture: File) => number | undefined,
): boolean {
  const key = picture === undefined ? undefined : send(picture);
  // The size is that of a printed page.
  for (const name of ['src', 'width', 'height']) image.removeAttribute(name);
  if (key === undefined) image.remove();
  else image.setAttribute('data-upload', String(key));
  return key !== undefined;
}
