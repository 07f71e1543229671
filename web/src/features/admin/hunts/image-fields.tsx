import { useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { useImageUpload } from '../../editor/use-image-upload.ts';
import styles from '../ui/admin.module.css';
import type { HuntFormState } from './hunt-fields.ts';
import own from './hunts.module.css';

const MAX_IMAGES = 12;

export function ImageFields({ form }: { form: HuntFormState }) {
  const input = useRef<HTMLInputElement>(null);
  const images = form.watch('images');
  const change = (next: typeof images) => form.setValue('images', next, { shouldDirty: true });
  const upload = useImageUpload((image) => change([...form.getValues('images'), image]));
  const error = upload.error ?? form.errorOf('images');
  return (
    <section className={own['group']} aria-label="Images">
      <div className={styles['split']}>
        <h3>Images</h3>
        <Button
          variant="quiet"
          isBusy={upload.isUploading}
          disabled={images.length >= MAX_IMAGES}
          onClick={() => input.current?.click()}
        >
          Add images
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept="image/png,image/gif,image/jpeg,image/bmp,image/x-icon"
          aria-label="Image files"
          onChange={(event) => {
            upload.addImages([...(event.target.files ?? [])].slice(0, MAX_IMAGES - images.length));
            event.target.value = '';
          }}
        />
      </div>
      <Stack>
        {images.length === 0 && (
          <p className={styles['faint']}>
            None yet. The first one is the cover on the hunt’s card; the Treasure Box dialog shows
            the first two.
          </p>
        )}
        {error && <Notice tone="error">{error}</Notice>}
        <ul className={own['images']}>
          {images.map((image, index) => (
            <li key={image.src} className={own['image']}>
              <img src={image.src} alt={image.alt} />
              <TextField
                label="Description"
                value={image.alt}
                maxLength={300}
                onChange={(event) =>
                  change(images.with(index, { ...image, alt: event.target.value }))
                }
              />
              {index === 0 ? (
                <p className={styles['faint']}>Cover on the hunt’s card</p>
              ) : (
                <Button
                  variant="quiet"
                  onClick={() => change([image, ...images.toSpliced(index, 1)])}
                >
                  Make it the cover
                </Button>
              )}
              <Button variant="quiet" onClick={() => change(images.toSpliced(index, 1))}>
                Take out
              </Button>
            </li>
          ))}
        </ul>
      </Stack>
    </section>
  );
}
