import { Popover, Toolbar } from 'radix-ui';
import { useState } from 'react';
import { ReactEditor, useSlate } from 'slate-react';
import { Button } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/field.tsx';
import styles from './editor.module.css';
import { linkAt, removeLink, setLink } from './format-commands.ts';
import { completeLink } from './links.ts';
import { Icon } from './tools.tsx';

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export function LinkTool({ isOpen, onOpenChange }: Props) {
  const editor = useSlate();
  const present = linkAt(editor);
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
      <Toolbar.Button asChild>
        <Popover.Trigger
          className={styles['tool']}
          aria-label="Link"
          aria-pressed={present !== null}
          title="Link (Ctrl+K)"
        >
          <Icon path={CHAIN} />
        </Popover.Trigger>
      </Toolbar.Button>
      <Popover.Portal container={document.getElementById('content')}>
        <Popover.Content
          className={styles['link-box']}
          sideOffset={6}
          collisionPadding={8}
          aria-label="Link"
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            ReactEditor.focus(editor);
          }}
        >
          <LinkBox present={present} onDone={() => onOpenChange(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const CHAIN =
  'M8.2 11.8a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-.9.9M11.8 8.2a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l.9-.9';

/** Not a form, because it is nested in another form. */
function LinkBox({ present, onDone }: { present: string | null; onDone: () => void }) {
  const editor = useSlate();
  const [typed, setTyped] = useState(present ?? '');
  const [error, setError] = useState<string>();
  function apply() {
    const href = completeLink(typed);
    if (!href) {
      setError('Use an address that begins with https, http, mailto or tel');
      return;
    }
    setLink(editor, href);
    onDone();
  }
  return (
    <>
      <TextField
        label="Link address"
        value={typed}
        error={error}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <div className={styles['link-actions']}>
        <Button onClick={apply}>Set link</Button>
        {present && (
          <Button
            variant="quiet"
            onClick={() => {
              removeLink(editor);
              onDone();
            }}
          >
            Remove link
          </Button>
        )}
      </div>
    </>
  );
}
