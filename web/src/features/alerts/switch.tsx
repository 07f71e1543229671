import { startTransition, useOptimistic } from 'react';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import styles from './alerts.module.css';

type Props = {
  label: string;
  /** Completes the accessible name. */
  about: string;
  isOn: boolean;
  isDisabled?: boolean;
  hintId?: string;
  /** Settles with the result; until then the switch shows the chosen value. */
  onChange: (isOn: boolean) => Promise<unknown>;
};

export function Switch({ label, about, isOn, isDisabled, hintId, onChange }: Props) {
  // The query cache updates after the event, and React would reset the checkbox until then.
  const [shown, setShown] = useOptimistic(isOn);
  function choose(isChosen: boolean) {
    startTransition(async () => {
      setShown(isChosen);
      await onChange(isChosen);
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
