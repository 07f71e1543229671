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
  error: string | undefined;
};

/** The option of the audience that opens the fields of a segment; no hunt has this id. */
const SEGMENT = 'segment';
/** Shown until recipients are chosen, for a mail to named people. */
const NONE = 'none';

export function AudienceFields({ draft, selected, change, error }: Props) {
  const { data: hunts = [] } = useHunts();
  if (selected.length > 0 || draft.recipients.length > 0)
    return <NamedRecipients draft={draft} selected={selected} change={change} />;
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
          value={audienceOf(draft)}
          {...(error && { error })}
          disabled={isNamed}
          onChange={({ target: { value } }) =>
            change(
              value === SEGMENT
                ? { hunt: '', segment: EMPTY_SEGMENT, isToNamed: false }
                : { hunt: value, segment: null, isToNamed: false },
            )
          }
        >
          {draft.isToNamed && (
            <option value={NONE} disabled>
              Named people
            </option>
          )}
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

function audienceOf({ isToNamed, segment, hunt }: EmailDraft): string {
  if (isToNamed) return NONE;
  return segment ? SEGMENT : hunt;
}

/** The users selected in the list of users, or else the addresses of an earlier mailing. */
function NamedRecipients({ draft, selected, change }: Omit<Props, 'error'>) {
  const { recipients } = draft;
  if (selected.length > 0)
    return (
      <RecipientList
        title={`To ${selected.length} selected ${selected.length === 1 ? 'user' : 'users'}`}
        clearText="Clear selection"
        recipients={selected}
        onClear={clearSelection}
        onRemove={(id) => unselect([id])}
      />
    );
  return (
    <RecipientList
      title={`To ${recipients.length} ${recipients.length === 1 ? 'address' : 'addresses'}`}
      clearText="Choose other recipients"
      recipients={recipients.map((email) => ({ id: email, email, name: '' }))}
      onClear={() => change({ recipients: [] })}
      onRemove={(id) => change({ recipients: recipients.filter((email) => email !== id) })}
    />
  );
}

const MAX_SHOWN = 30;

type ListProps = {
  title: string;
  clearText: string;
  recipients: readonly Recipient[];
  onClear: () => void;
  onRemove: (id: string) => void;
};

function RecipientList({ title, clearText, recipients, onClear, onRemove }: ListProps) {
  const rest = recipients.length - MAX_SHOWN;
  return (
    <section className={own['chosen']} aria-label="Recipients">
      <div className={styles['split']}>
        <p>
          <b>{title}</b>
        </p>
        <Button variant="quiet" onClick={onClear}>
          {clearText}
        </Button>
      </div>
      <ul className={own['recipients']}>
        {recipients.slice(0, MAX_SHOWN).map(({ id, email, name }) => (
          <li key={id} className={own['recipient']}>
            <span title={name || undefined}>{email}</span>
            <button type="button" aria-label={`Take ${email} out`} onClick={() => onRemove(id)}>
              ×
            </button>
          </li>
        ))}
        {rest > 0 && <li>and {rest} more</li>}
      </ul>
    </section>
  );
}
