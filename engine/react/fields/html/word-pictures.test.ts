import { expect, it } from 'vitest';
import { pictureInAddress, rtfPictures } from './word-pictures.ts';

const bytesOf = async (file: File | undefined) =>
  file === undefined ? undefined : [...new Uint8Array(await file.arrayBuffer())];

it('finds the pictures Word puts beside its text, in order', async () => {
  const rtf = `{\\rtf1 a{\\*\\shppict{\\pict{\\*\\picprop\\shplid1{\\sp{\\sn x}{\\sv 1}}}\\picscalex50\\pngblip\\bliptag-12{\\*\\blipuid 0a0b}
89504e
47}}{\\nonshppict{\\pict\\wmetafile8 0102}}{\\*\\shppict{\\pict\\emfblip 0304}}{\\*\\shppict{\\pict\\jpegblip ffd8}} \\} }`;
  const pictures = rtfPictures(rtf, '图片');
  expect(await Promise.all(pictures.map(bytesOf))).toEqual([[0x89, 0x50, 0x4e, 0x47], undefined, [0xff, 0xd8]]);
  expect(pictures.map((file) => file?.name)).toEqual(['图片1.png', undefined, '图片3.jpg']);
  expect(pictures.map((file) => file?.type)).toEqual(['image/png', undefined, 'image/jpeg']);
});

it('is not misled by RTF that ends early or never', () => {
  expect(rtfPictures('{\\pict\\pngblip', '图片')).toEqual([undefined]);
  expect(rtfPictures('{\\pict'.repeat(2000), '图片')).toHaveLength(1);
});

it('takes a picture out of its own address, and nothing else', async () => {
  expect(await bytesOf(pictureInAddress('data:image/png;base64,iVBO Rw==', '图片'))).toEqual([0x89, 0x50, 0x4e, 0x47]);
  for (const address of [
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:text/html,x',
    'https://a.cn/x.png',
    'data:image/png;base64,',
  ])
    expect(pictureInAddress(address, '图片')).toBeUndefined();
});
