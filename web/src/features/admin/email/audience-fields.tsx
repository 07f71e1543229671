import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import { useHunts } from '../../products/use-products.ts';
import styles from '../ui/admin.module.css';
import { SelectField } from '../ui/fields.tsx';
import { clearSelection, type Recipient, unselect } from '../users/selection.ts';
import own from './email.module.css';
import type { EmailDraft } from './email-draft.ts';

type Props = {
  draft: EmailDraft;
  selected: readonly Recipient[];
  change: (changes: Partial<EmailDraft>) => void;
};

export function AudienceFields({ draft, selected, change }: Props) {
  const { data: hunts = [] } = useHunts();
  if (selected.length > 0) return <SelectedRecipients selected={selected} />;
  return (
    <div className={styles['pair']}>
      <TextField
        label="Recipient (optional)"
        type="email"
        inputMode="email"
        autoComplete="off"
        value={draft.to}
        hint="Leave empty to send to the selected audience."
        onChange={(event) => change({ to: event.target.value })}
      />
      <SelectField
        label="Audience"
        value={draft.hunt}
        disabled={draft.to.trim() !== ''}
        onChange={(event) => change({ hunt: event.target.value })}
      >
        <option value="">All active verified users</option>
        {hunts.map(({ id, title }) => (
          <option key={id} value={id}>
            Members of {title}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

const MAX_SHOWN = 30;

function SelectedRecipients({ selected }: { selected: readonly Recipient[] }) {
  const rest = selected.length - MAX_SHOWN;
  return (
    <section className={own['chosen']} aria-label="Recipients">
      <div className={styles['split']}>
        <p>
          <b>
            To {selected.length} selected {selected.length === 1 ? 'user' : 'users'}
          </b>
        </p>
        <Button variant="quiet" onClick={clearSelection}>
          Clear selection
        </Button>
      </div>
      <ul className={own['recipients']}>
        {selected.slice(0, MAX_SHOWN).map(({ id, email, name }) => (
          <li key={id} className={own['recipient']}>
            <span title={name || undefined}>{email}</span>
            <button type="button" aria-label={`Take ${email} out`} onClick={() => unselect([id])}>
              ×
            </button>
          </li>
        ))}
        {rest > 0 && <li>and {rest} more</li>}
      </ul>
    </section>
  );
}
