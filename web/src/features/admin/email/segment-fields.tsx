import type { MailingSegment } from '@cairn/contracts/http/mailing-segment.ts';
import { TextField } from '../../../components/ui/field.tsx';
import styles from '../ui/admin.module.css';
import { SelectField } from '../ui/fields.tsx';
import own from './email.module.css';

type Hunt = { id: string; title: string; region: string };
type Props = {
  segment: MailingSegment;
  hunts: readonly Hunt[];
  onChange: (segment: MailingSegment) => void;
};

const MEMBERSHIPS: Record<MailingSegment['membership'], string> = {
  all: 'Members, or all users without a hunt below',
  member: 'Members now',
  former: 'Former members',
  none: 'Users who have not joined',
};
const VERIFIED: Record<MailingSegment['verified'], string> = {
  yes: 'Verified',
  no: 'Not verified',
  any: 'Verified or not',
};
const ALERTS: Record<MailingSegment['alerts'], string> = {
  any: 'On or off',
  on: 'On',
  off: 'Off',
};

/** The conditions of a segment; a user meets all of them. */
export function SegmentFields({ segment, hunts, onChange }: Props) {
  const change = (changes: Partial<MailingSegment>) => onChange({ ...segment, ...changes });
  const isWithoutHunt = segment.membership === 'none';
  const regions = [...new Set(hunts.map(({ region }) => region))].toSorted();
  return (
    <fieldset className={own['segment']}>
      <legend>Segment</legend>
      <HuntChoices
        hunts={hunts}
        chosen={segment.hunts}
        onChange={(ids) => change({ hunts: ids })}
      />
      <div className={styles['filters']}>
        <Choice
          label="Membership"
          value={segment.membership}
          options={MEMBERSHIPS}
          onChoose={(membership) =>
            change({
              membership,
              ...(membership === 'none' && { joined_since: '', alerts: 'any' }),
            })
          }
        />
        <Choice
          label="Email address"
          value={segment.verified}
          options={VERIFIED}
          onChoose={(verified) => change({ verified })}
        />
        <SelectField
          label="Region of the hunt"
          value={segment.region}
          onChange={({ target }) => change({ region: target.value })}
        >
          <option value="">All regions</option>
          {regions.map((region) => (
            <option key={region}>{region}</option>
          ))}
        </SelectField>
        <Choice
          label="Email alerts"
          value={segment.alerts}
          options={ALERTS}
          isDisabled={isWithoutHunt}
          onChoose={(alerts) => change({ alerts })}
        />
        <TextField
          label="Joined since (UTC)"
          type="date"
          value={segment.joined_since}
          disabled={isWithoutHunt}
          onChange={({ target }) => change({ joined_since: target.value })}
        />
      </div>
      <p className={styles['faint']}>
        A user meets all conditions. Suspended users, and users who unsubscribed, get no mail.
      </p>
    </fieldset>
  );
}

function HuntChoices({
  hunts,
  chosen,
  onChange,
}: {
  hunts: readonly Hunt[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  return (
    <fieldset className={own['hunts']}>
      <legend>Hunts; none for all</legend>
      {hunts.map(({ id, title }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

function Choice<Value extends string>({
  label,
  value,
  options,
  isDisabled = false,
  onChoose,
}: {
  label: string;
  value: Value;
  options: Record<Value, string>;
  isDisabled?: boolean;
  onChoose: (value: Value) => void;
}) {
  return (
    <SelectField
      label={label}
      value={value}
      disabled={isDisabled}
      onChange={({ target }) => onChoose(target.value as Value)}
    >
      {Object.entries<string>(options).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
