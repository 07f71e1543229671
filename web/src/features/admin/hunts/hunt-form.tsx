import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import styles from '../ui/admin.module.css';
import { TEXTS } from '../ui/confirm-dialog.tsx';
import { useDraftForm } from '../ui/use-draft-form.ts';
import { AreaFields } from './area-fields.tsx';
import { CodeFields } from './code-fields.tsx';
import { EMPTY_HUNT, fieldsOf, type HuntFields, validateFields } from './hunt-fields.ts';
import { isBeforeOpening } from './hunt-state.ts';
import { ImageFields } from './image-fields.tsx';
import { PrizeFields } from './prize-fields.tsx';
import { TextFields } from './text-fields.tsx';

type Props = {
  /** Undefined for a new hunt. */
  hunt?: StaffHunt;
  save: (fields: HuntFields, before: HuntFields | null) => Promise<unknown>;
};

export function HuntForm({ hunt, save }: Props) {
  const [before] = useState(() => (hunt ? fieldsOf(hunt) : null));
  const form = useDraftForm<HuntFields>({
    draftKey: `hunt:${hunt?.id ?? 'new'}`,
    saved: before ?? EMPTY_HUNT,
    validateFields: (fields) => validateFields(fields, before),
  });
  const [outcome, setOutcome] = useState<{ error: Error | null } | null>(null);
  async function submit(fields: HuntFields) {
    setOutcome(null);
    try {
      await save(fields, before);
      form.discard();
    } catch (error) {
      setOutcome({ error: error instanceof Error ? error : new Error(String(error)) });
    }
  }
  const { isSubmitting } = form.formState;
  return (
    <form className={styles['form']} noValidate onSubmit={form.handleSubmit(submit)}>
      <TextFields form={form} isNew={!hunt} isOpen={hunt !== undefined && !isBeforeOpening(hunt)} />
      <PrizeFields
        form={form}
        isComplete={hunt?.status === 'complete' || hunt?.status === 'cancelled'}
      />
      <AreaFields form={form} />
      <ImageFields form={form} />
      <CodeFields form={form} hunt={hunt} />
      <FieldErrors messages={Object.values(form.formState.errors).map((error) => error?.message)} />
      {outcome?.error && <Notice tone="error">{messageOf(outcome.error, TEXTS)}</Notice>}
      <Stack gap="small">
        {form.isChanged && <p>There are unsaved changes. They are kept while this page is open.</p>}
        <div className={styles['actions']}>
          <Button
            type="submit"
            variant="primary"
            isBusy={isSubmitting}
            disabled={!form.isChanged && hunt !== undefined}
          >
            {hunt ? 'Save changes' : 'Create hunt'}
          </Button>
          {form.isChanged && (
            <Button variant="quiet" onClick={form.discard}>
              Discard changes
            </Button>
          )}
        </div>
      </Stack>
    </form>
  );
}

/** Lists every invalid field beside the button: a field may be far up the page. */
function FieldErrors({ messages }: { messages: unknown[] }) {
  const texts = messages.filter((message) => typeof message === 'string');
  if (texts.length === 0) return null;
  return (
    <Notice tone="error" title="To be corrected">
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}
