import { DropdownMenu, Toolbar } from 'radix-ui';
import type { ReactNode } from 'react';
import { ReactEditor, useSlate } from 'slate-react';
import styles from './editor.module.css';
import { colourOf, setColour } from './format-commands.ts';
import type { ColourMark } from './rich-text.ts';

type Props = {
  mark: ColourMark;
  label: string;
  swatches: readonly { name: string; value: string }[];
  children: ReactNode;
};

const NONE = 'none';

export function ColourTool({ mark, label, swatches, children }: Props) {
  const editor = useSlate();
  const present = colourOf(editor, mark);
  return (
    <DropdownMenu.Root modal={false}>
      <Toolbar.Button asChild>
        <DropdownMenu.Trigger
          className={styles['tool']}
          aria-label={label}
          aria-pressed={present !== null}
          title={label}
        >
          {children}
          <span
            className={styles['stripe']}
            style={{ background: present ?? undefined }}
            aria-hidden="true"
          />
        </DropdownMenu.Trigger>
      </Toolbar.Button>
      <DropdownMenu.Portal container={document.getElementById('content')}>
        <DropdownMenu.Content
          className={styles['menu']}
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            ReactEditor.focus(editor);
          }}
        >
          <DropdownMenu.RadioGroup
            value={present ?? NONE}
            onValueChange={(value) => setColour(editor, mark, value === NONE ? null : value)}
          >
            <DropdownMenu.RadioItem value={NONE} className={styles['swatch']}>
              <span className={styles['no-colour']} />
              None
            </DropdownMenu.RadioItem>
            {swatches.map(({ name, value }) => (
              <DropdownMenu.RadioItem key={value} value={value} className={styles['swatch']}>
                <span style={{ background: value }} />
                {name}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
