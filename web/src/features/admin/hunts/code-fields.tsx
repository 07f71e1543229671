import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { Checkbox, TextField } from '../../../components/ui/field.tsx';
import styles from '../ui/admin.module.css';
import { TextArea } from '../ui/fields.tsx';
import type { HuntFormState } from './hunt-fields.ts';
import { isBeforeOpening } from './hunt-state.ts';
import own from './hunts.module.css';

const CODE_INPUT = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

const STRENGTH = 'At least 12 letters and digits, most of them different.';

/** Codes and phrases are write-only. */
export function CodeFields({ form, hunt }: { form: HuntFormState; hunt?: StaffHunt }) {
  const { register, errorOf, watch } = form;
  const isOpen = hunt !== undefined && !isBeforeOpening(hunt);
  return (
    <section className={own['group']} aria-label="Codes">
      <h3>Codes</h3>
      {isOpen ? (
        <p>The treasure code is committed to and cannot be changed or read by anyone.</p>
      ) : (
        <TextField
          {...register('treasure_code')}
          {...CODE_INPUT}
          label="Treasure code"
          hint={
            hunt
              ? `Leave empty to keep the one it has. No one can read it. ${STRENGTH}`
              : `Leave empty to have one generated, which is shown to you once. ${STRENGTH}`
          }
          error={errorOf('treasure_code')}
        />
      )}
      <Checkbox {...register('has_stash')}>This hunt has a stash with a secret phrase</Checkbox>
      {watch('has_stash') && (
        <div className={styles['pair']}>
          <TextField
            {...register('stash_code')}
            {...CODE_INPUT}
            label="Stash code"
            hint={hunt?.has_stash ? `Leave both empty to keep what it has. ${STRENGTH}` : STRENGTH}
            error={errorOf('stash_code')}
          />
          <TextArea
            {...register('stash_phrase')}
            {...CODE_INPUT}
            label="Stash phrase"
            rows={3}
            error={errorOf('stash_phrase')}
          />
        </div>
      )}
    </section>
  );
}
