import { startTransition, useOptimistic } from 'react';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import styles from './alerts.module.css';

type Props = {
  label: string;
  /** More of the name, for those who do not see the row. */
  about: string;
  isOn: boolean;
  isDisabled?: boolean;
  hintId?: string;
  /** Settles when it is kept, or will not be; until then the switch shows what was chosen. */
  onChange: (isOn: boolean) => Promise<unknown>;
};

export function Switch({ label, about, isOn, isDisabled, hintId, onChange }: Props) {
  // A cache tells of a change only after the event, and React would put the box back until then.
  const [shown, setShown] = useOptimistic(isOn);
  function choose(wanted: boolean) {
    startTransition(async () => {
      setShown(wanted);
      await onChange(wanted);
    });
  }
  return (
    <label className={styles['switch']}>
      <input
        type="checkbox"
        role="switch"
        checked={shown}
        aria-checked={shown}
        disabled={isDisabled}
        aria-describedby={hintId}
        onChange={(event) => choose(event.target.checked)}
      />
      <span className={styles['track']} aria-hidden="true" />
      <span>
        {label}
        <VisuallyHidden> {about}</VisuallyHidden>
      </span>
    </label>
  );
}
