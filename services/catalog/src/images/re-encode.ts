import { Mutex } from 'async-mutex';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { decodeBitmap, decodeIcon } from './bitmaps.ts';

/** All frames of an animation together: what one upload may take of memory (3 or 4 bytes each). */
const MAX_PIXELS = 24_000_000;
/** The longer side, as wide as the widest page on a dense screen. */
const MAX_SIDE = 2_560;
const MAX_SECONDS = 10;
const OPTIONS: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error' };

// Only the loaders of the types that may be uploaded, whatever the content claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif'],
});
sharp.cache(false);
sharp.concurrency(1);

/** One picture at a time: decoded, it needs up to 100 MB. */
const mutex = new Mutex();

export type ImageType = 'png' | 'gif' | 'jpg' | 'bmp' | 'ico';
export type EncodedImage = { extension: 'png' | 'gif' | 'jpg'; content: Buffer };

/**
 * Re-encodes only the pixels: no EXIF, XMP, comments, colour profiles or other data of the uploaded
 * file remain. BMP and ICO become PNG. Throws if the image cannot be decoded.
 */
export function reEncode(type: ImageType, content: Buffer): Promise<EncodedImage> {
  return mutex.runExclusive(async () => {
    const { extension, picture } = await decode(type, content);
    return { extension, content: await picture.timeout({ seconds: MAX_SECONDS }).toBuffer() };
  });
}

async function decode(
  type: ImageType,
  content: Buffer,
): Promise<{ extension: EncodedImage['extension']; picture: Sharp }> {
  switch (type) {
    case 'jpg': {
      // The orientation is metadata too, so the pixels are turned.
      const picture = fit(sharp(content, OPTIONS).autoOrient());
      return { extension: 'jpg', picture: picture.jpeg({ quality: 85 }) };
    }
    case 'gif':
      return {
        extension: 'gif',
        picture: fit(sharp(content, { ...OPTIONS, animated: true })).gif(),
      };
    case 'png':
      return { extension: 'png', picture: asPng(sharp(content, OPTIONS)) };
    case 'bmp':
      return { extension: 'png', picture: asPng(decodeBitmap(content)) };
    case 'ico':
      return { extension: 'png', picture: asPng(decodeIcon(content, OPTIONS)) };
  }
}

function fit(picture: Sharp): Sharp {
  return picture.resize({
    width: MAX_SIDE,
    height: MAX_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  });
}

function asPng(picture: Sharp): Sharp {
  return fit(picture).png({ compressionLevel: 9 });
}
