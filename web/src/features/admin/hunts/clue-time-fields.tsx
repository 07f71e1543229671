import { TextField } from '../../../components/ui/field.tsx';
import styles from '../ui/admin.module.css';
import { SelectField } from '../ui/fields.tsx';
import type { useDraftForm } from '../ui/use-draft-form.ts';
import type { ClueFields } from './clue-fields.ts';
import own from './hunts.module.css';

type Props = {
  form: ReturnType<typeof useDraftForm<ClueFields>>;
  isNew: boolean;
  isHuntOpen: boolean;
};

export function ClueTimeFields({ form, isNew, isHuntOpen }: Props) {
  const { register, errorOf, watch } = form;
  return (
    <div className={styles['pair']}>
      {isNew && (
        <SelectField {...register('kind')} label="Kind">
          <option value="clue">Clue</option>
          <option value="update">Update</option>
        </SelectField>
      )}
      <TextField
        {...register('number')}
        label="Number (optional)"
        inputMode="numeric"
        hint="Left empty, it follows the order of release, so that members see no gap."
        error={errorOf('number')}
      />
      <fieldset className={own['choices']}>
        <legend>When it comes out</legend>
        <label>
          <input type="radio" value="draft" {...register('when')} /> Not yet: keep it as a draft
        </label>
        <label>
          <input type="radio" value="scheduled" {...register('when')} /> At a time
        </label>
        {isHuntOpen ? (
          <label>
            <input type="radio" value="now" {...register('when')} /> Now, to all members at once
          </label>
        ) : (
          <label>
            <input type="radio" value="opening" {...register('when')} /> When the hunt opens
          </label>
        )}
      </fieldset>
      {watch('when') === 'scheduled' && (
        <TextField
          {...register('publish_at')}
          label="Day and time"
          type="datetime-local"
          hint="By your own clock."
          error={errorOf('publish_at')}
        />
      )}
    </div>
  );
}
