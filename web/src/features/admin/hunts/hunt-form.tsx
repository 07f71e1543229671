import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import styles from '../ui/admin.module.css';
import { TEXTS } from '../ui/confirm-dialog.tsx';
import { DraftStatus } from '../ui/stored-drafts.tsx';
import { useConflict } from '../ui/use-conflict.tsx';
import { type Saved, useDraftForm } from '../ui/use-draft-form.ts';
import { AreaFields } from './area-fields.tsx';
import { CodeFields } from './code-fields.tsx';
import {
  EMPTY_HUNT,
  fieldsOf,
  HUNT_LABELS,
  type HuntFields,
  validateFields,
} from './hunt-fields.ts';
import { isBeforeOpening } from './hunt-state.ts';
import { ImageFields } from './image-fields.tsx';
import { OtherEditors } from './other-editors.tsx';
import { PrizeFields } from './prize-fields.tsx';
import { TextFields } from './text-fields.tsx';

type Props<Result extends StaffHunt> = {
  /** Undefined for a new hunt. */
  hunt?: StaffHunt;
  save: (fields: HuntFields, base: Saved<HuntFields>) => Promise<Result>;
  onSaved: (saved: Result) => void;
};

export function HuntForm<Result extends StaffHunt>({ hunt, save, onSaved }: Props<Result>) {
  const draftKey = `hunt:${hunt?.id ?? 'new'}`;
  const form = useDraftForm<HuntFields>({
    draftKey,
    saved: hunt ? savedOf(hunt) : NEW_HUNT,
    validateFields: (fields, base) => validateFields(fields, hunt ? base : null),
  });
  const submit = useMutation({
    mutationFn: ({ fields, base }: { fields: HuntFields; base: Saved<HuntFields> }) =>
      save(fields, base),
    onSuccess: (saved, { fields }) => {
      form.settle(fields, savedOf(saved), `hunt:${saved.id}`);
      onSaved(saved);
    },
  });
  const conflict = useConflict<HuntFields, StaffHunt>(submit.error, {
    form,
    what: hunt?.title ?? '',
    labels: HUNT_LABELS,
    savedOf,
    isBusy: submit.isPending,
    save: (fields, base) => submit.mutate({ fields, base }),
    onResolved: submit.reset,
  });
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={form.handleSubmit((fields) => submit.mutate({ fields, base: form.base }))}
    >
      {hunt && <OtherEditors huntId={hunt.id} />}
      {conflict.theirTexts}
      <TextFields form={form} isNew={!hunt} isOpen={hunt !== undefined && !isBeforeOpening(hunt)} />
      <PrizeFields
        form={form}
        isComplete={hunt?.status === 'complete' || hunt?.status === 'cancelled'}
      />
      <AreaFields form={form} />
      <ImageFields form={form} />
      <CodeFields form={form} hunt={hunt} />
      <FieldErrors messages={Object.values(form.formState.errors).map((error) => error?.message)} />
      {submit.error && !conflict.isConflict && (
        <Notice tone="error">{messageOf(submit.error, TEXTS)}</Notice>
      )}
      {conflict.dialog}
      <Stack gap="small">
        {form.isChanged && <DraftStatus form={draftKey} />}
        <div className={styles['actions']}>
          <Button
            type="submit"
            variant="primary"
            isBusy={submit.isPending}
            disabled={!form.isChanged && hunt !== undefined}
          >
            {hunt ? 'Save changes' : 'Create hunt'}
          </Button>
          {form.isChanged && (
            <Button variant="quiet" onClick={() => form.discard()}>
              Discard changes
            </Button>
          )}
        </div>
      </Stack>
    </form>
  );
}

const NEW_HUNT = { fields: EMPTY_HUNT, version: null };

function savedOf(hunt: StaffHunt): Saved<HuntFields> {
  return { fields: fieldsOf(hunt), version: hunt.version };
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
