import { useRef } from 'react';
import styles from './editor.module.css';
import { Icon, Tool } from './tools.tsx';

/** The formats of SPEC 5: png, gif, jpeg, bmp, x-icon. */
const ACCEPTED = 'image/png,image/gif,image/jpeg,image/bmp,image/x-icon,image/vnd.microsoft.icon';

export function ImageTool({
  isBusy,
  onFiles,
}: {
  isBusy: boolean;
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tool
        label={isBusy ? 'Image is being uploaded' : 'Image'}
        isDisabled={isBusy}
        onPress={() => input.current?.click()}
      >
        <Icon path="M3 4.5h14v11H3zM3 13l4-4 4 4 2-2 4 4M13 8.2v.01" />
      </Tool>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        className={styles['file']}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
