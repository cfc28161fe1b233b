import { loadOnce } from '../../engine/model/cache/index.ts';
import { refuse } from '../kernel/errors/app-error.ts';

/** How a code is drawn. */
export type CodeWish = {
  readonly content: string;
  /** Width and height in pixels, the margin included. */
  readonly size: number;
  readonly format: 'png' | 'svg';
  /** How much of it may be damaged: about 7, 15, 25 or 30 percent. */
  readonly level: 'L' | 'M' | 'Q' | 'H';
  /** White around it, in modules. */
  readonly margin: number;
};

/** A drawn code as an address that an `img` shows, `data:…;base64,…`. */
export type DrawnCode = { readonly mime: string; readonly size: number; readonly image: string };

// Squares in two colours compress well as they are: to look for a filter row by row takes many times longer.
const compression = { deflateLevel: 6, deflateStrategy: 0, filterType: 0 };

/** Codes are drawn seldom. */
const library = loadOnce(async () => (await import('qrcode')).default);

const mimes = { png: 'image/png', svg: 'image/svg+xml' } as const;

/** Draws a code; a content that none can hold at the level asked for is refused (E_QRCODE_TOO_LONG). */
export async function drawCode({ content, size, format, level, margin }: CodeWish): Promise<DrawnCode> {
  const options = { width: size, margin, errorCorrectionLevel: level };
  const { toBuffer, toString: toText } = await library();
  try {
    const bytes =
      format === 'png'
        ? await toBuffer(content, { ...options, type: 'png', rendererOpts: compression })
        : Buffer.from(await toText(content, { ...options, type: 'svg' }));
    return { mime: mimes[format], size, image: `data:${mimes[format]};base64,${bytes.toString('base64')}` };
  } catch (error) {
    if (error instanceof Error && /too big to be stored/.test(error.message)) throw refuse('E_QRCODE_TOO_LONG');
    throw error;
  }
}
