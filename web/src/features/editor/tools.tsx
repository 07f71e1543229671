import { Toolbar } from 'radix-ui';
import type { ReactNode } from 'react';
import { ReactEditor, useSlate } from 'slate-react';
import styles from './editor.module.css';
import { hasBlockFormat, hasMark, toggleBlockFormat, toggleMark } from './format-commands.ts';
import type { BlockFormat, BooleanMark } from './rich-text.ts';

type ToolProps = {
  label: string;
  isPressed?: boolean;
  isDisabled?: boolean;
  onPress: () => void;
  children: ReactNode;
};

/** A mouse press keeps the focus and the selection in the text. */
export function Tool({ label, isPressed, isDisabled, onPress, children }: ToolProps) {
  return (
    <Toolbar.Button
      className={styles['tool']}
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      disabled={isDisabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </Toolbar.Button>
  );
}

type MarkProps = { mark: BooleanMark; label: string; children: ReactNode };

export function MarkTool({ mark, label, children }: MarkProps) {
  const editor = useSlate();
  return (
    <Tool
      label={label}
      isPressed={hasMark(editor, mark)}
      onPress={() => {
        toggleMark(editor, mark);
        ReactEditor.focus(editor);
      }}
    >
      {children}
    </Tool>
  );
}

type BlockFormatProps = { format: BlockFormat; label: string; children: ReactNode };

export function BlockFormatTool({ format, label, children }: BlockFormatProps) {
  const editor = useSlate();
  return (
    <Tool
      label={label}
      isPressed={hasBlockFormat(editor, format)}
      onPress={() => {
        toggleBlockFormat(editor, format);
        ReactEditor.focus(editor);
      }}
    >
      {children}
    </Tool>
  );
}

export function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 20 20" className={styles['sign']} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
