import { Button } from '../../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../../components/ui/dialog.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { useAdminName } from '../activity/acting-admins.ts';
import styles from './conflict-dialog.module.css';
import type { Difference } from './merge-fields.ts';
import { formatMoment } from './moments.ts';

export type Edited = { version: number; edited_by: string | null; edited_at: string | null };

type Props = {
  what: string;
  current: Edited;
  differences: Difference[];
  /** Names of fields as the form shows them. */
  labels: Record<string, string>;
  /** The editor of a resource that does not keep its editors. */
  editor?: string | undefined;
  isBusy: boolean;
  onKeep: () => void;
  onTake: () => void;
  onMerge: () => void;
  onClose: () => void;
};

/** Another admin saved first: shows both texts and asks which to keep. */
export function ConflictDialog(props: Props) {
  const { what, current, differences, labels, isBusy } = props;
  const nameOf = useAdminName();
  const when = current.edited_at ? ` on ${formatMoment(current.edited_at)}` : '';
  return (
    <Dialog
      isOpen
      size="broad"
      onClose={props.onClose}
      title={`Someone else has changed ${what}`}
      isLocked={isBusy}
      withoutInitialButtonFocus
    >
      <Stack>
        <p>
          {props.editor ?? nameOf(current.edited_by)} saved it{when}, after you opened it. Nothing
          of yours was saved yet.
        </p>
        {differences.map((difference) => (
          <DifferenceView
            key={difference.name}
            label={labels[difference.name] ?? difference.name}
            difference={difference}
          />
        ))}
        {differences.length === 0 && <p>Both of you wrote the same.</p>}
      </Stack>
      <DialogActions isSticky>
        <Button variant="primary" ignoresDoubleClick isBusy={isBusy} onClick={props.onKeep}>
          Keep your version
        </Button>
        <Button disabled={isBusy} onClick={props.onTake}>
          Use the saved version
        </Button>
        <Button disabled={isBusy} onClick={props.onMerge}>
          Merge by hand
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={props.onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function DifferenceView({ label, difference }: { label: string; difference: Difference }) {
  const { local, remote, isLocalChanged } = difference;
  return (
    <section className={styles['difference']} aria-label={label}>
      <h3>{label}</h3>
      {isLocalChanged && <Side title="Yours" text={local} />}
      <Side title="Theirs" text={remote} />
      {!isLocalChanged && <p className={styles['note']}>You did not change it: theirs stays.</p>}
    </section>
  );
}

/** Their texts beside the form, while they are merged by hand. */
export function TheirTexts({ differences, labels }: Pick<Props, 'differences' | 'labels'>) {
  return (
    <section className={styles['theirs']} aria-label="Their texts">
      <Stack>
        <p>The fields below hold your texts. Take over what you need of theirs, then save.</p>
        {differences
          .filter(({ isLocalChanged }) => isLocalChanged)
          .map(({ name, remote }) => (
            <Side
              key={name}
              title={`Their ${(labels[name] ?? name).toLowerCase()}`}
              text={remote}
            />
          ))}
      </Stack>
    </section>
  );
}

export function Side({ title, text }: { title: string; text: string }) {
  return (
    <figure className={styles['side']}>
      <figcaption>{title}</figcaption>
      <p>{text || '(empty)'}</p>
    </figure>
  );
}
