import { TextField } from '../../../components/ui/field.tsx';
import styles from '../ui/admin.module.css';
import type { HuntFormState } from './hunt-fields.ts';

export function PrizeFields({ form, isComplete }: { form: HuntFormState; isComplete: boolean }) {
  const { register, errorOf } = form;
  return (
    <div className={styles['pair']}>
      <TextField
        {...register('price_amount')}
        label="Price in dollars"
        inputMode="decimal"
        required
        error={errorOf('price_amount')}
      />
      <TextField
        {...register('base_value')}
        label="Base value in dollars"
        inputMode="decimal"
        readOnly={isComplete}
        error={errorOf('base_value')}
      />
      <TextField
        {...register('bonus_per_purchase')}
        label="Bonus for each purchase"
        inputMode="decimal"
        readOnly={isComplete}
        error={errorOf('bonus_per_purchase')}
      />
      <TextField
        {...register('hidden_at')}
        label="Hidden at"
        type="datetime-local"
        hint="The Hunt Duration counts from here, by your own clock."
        error={errorOf('hidden_at')}
      />
    </div>
  );
}
