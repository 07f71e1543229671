import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import { useHunts } from '../../products/use-products.ts';
import styles from '../ui/admin.module.css';
import { SelectField } from '../ui/fields.tsx';
import { clearSelection, type Recipient, unselect } from '../users/selection.ts';
import own from './email.module.css';
import { EMPTY_SEGMENT, type EmailDraft } from './email-draft.ts';
import { SegmentFields } from './segment-fields.tsx';

type Props = {
  draft: EmailDraft;
  selected: readonly Recipient[];
  change: (changes: Partial<EmailDraft>) => void;
};

/** The option of the audience that opens the fields of a segment; no hunt has this id. */
const SEGMENT = 'segment';

export function AudienceFields({ draft, selected, change }: Props) {
  const { data: hunts = [] } = useHunts();
  if (selected.length > 0) return <SelectedRecipients selected={selected} />;
  const isNamed = draft.to.trim() !== '';
  return (
    <>
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
          value={draft.segment ? SEGMENT : draft.hunt}
          disabled={isNamed}
          onChange={({ target: { value } }) =>
            change(
              value === SEGMENT
                ? { hunt: '', segment: EMPTY_SEGMENT }
                : { hunt: value, segment: null },
            )
          }
        >
          <option value="">All active verified users</option>
          {hunts.map(({ id, title }) => (
            <option key={id} value={id}>
              Members of {title}
            </option>
          ))}
          <option value={SEGMENT}>A segment…</option>
        </SelectField>
      </div>
      {draft.segment && !isNamed && (
        <SegmentFields
          segment={draft.segment}
          hunts={hunts}
          onChange={(segment) => change({ segment })}
        />
      )}
    </>
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
