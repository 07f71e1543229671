import {
  createClue,
  deleteClue,
  previewClue,
  type StaffClue,
  type StaffHunt,
  updateClue,
} from '@cairn/contracts/http/staff-hunts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { RichTextEditor } from '../../editor/rich-text-editor.tsx';
import { adminKey, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { ConfirmDialog, TEXTS } from '../ui/confirm-dialog.tsx';
import { useDraftForm } from '../ui/use-draft-form.ts';
import { ViewHeading } from '../ui/view-heading.tsx';
import {
  type ClueFields,
  EMPTY_CLUE,
  fieldsOf,
  toClueChanges,
  toNewClue,
  validateFields,
} from './clue-fields.ts';
import { CluePreview } from './clue-preview.tsx';
import { clueName } from './clue-state.ts';
import { ClueTimeFields } from './clue-time-fields.tsx';
import { isBeforeOpening } from './hunt-state.ts';
import { PublishDialog } from './publish-dialog.tsx';

type Props = { hunt: StaffHunt; clue?: StaffClue; onClose: () => void };

export function ClueEditor({ hunt, clue, onClose }: Props) {
  const huntId = hunt.id;
  const isPublished = clue?.is_published ?? false;
  const [saved] = useState(() => (clue ? fieldsOf(clue) : EMPTY_CLUE));
  const form = useDraftForm<ClueFields>({
    draftKey: `clue:${huntId}:${clue?.id ?? 'new'}`,
    saved,
    validateFields: (fields) => validateFields(fields, isPublished),
  });
  const [sheet, setSheet] = useState(0);
  const [confirmed, setConfirmed] = useState<ClueFields | null>(null);
  const queryClient = useQueryClient();
  async function finish() {
    form.discard();
    await queryClient.invalidateQueries({ queryKey: adminKey('hunts', huntId) });
    // The release plan is not mounted now, and its cached rows are stale.
    queryClient.removeQueries({ queryKey: adminKey('release-plan') });
    onClose();
  }
  const save = useMutation({
    mutationFn: (fields: ClueFields) =>
      clue
        ? callRoute(updateClue, {
            params: { id: huntId, clueId: clue.id },
            body: toClueChanges(clue, fields),
          })
        : callRoute(createClue, { params: { id: huntId }, body: toNewClue(fields) }),
    onSuccess: finish,
  });
  const preview = useMutation({
    mutationFn: (body_html: string) => callRoute(previewClue, { body: { body_html } }),
  });
  const error = save.error ?? preview.error;
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={form.handleSubmit((fields) => {
        if (fields.when === 'now' && !isPublished) setConfirmed(fields);
        else save.mutate(fields);
      })}
    >
      <ViewHeading>{clue ? clueName(clue) : 'New clue or update'}</ViewHeading>
      {isPublished && <Notice>This is out: members have read it. Its time and number stay.</Notice>}
      <TextField {...form.register('title')} label="Title" required error={form.errorOf('title')} />
      <RichTextEditor
        key={sheet}
        label="Text"
        initialHtml={form.getValues('body_html')}
        error={form.errorOf('body_html')}
        onChange={(html) =>
          form.setValue('body_html', html, { shouldValidate: form.formState.isSubmitted })
        }
      />
      {!isPublished && (
        <ClueTimeFields form={form} isNew={!clue} isHuntOpen={!isBeforeOpening(hunt)} />
      )}
      {error && !confirmed && <Notice tone="error">{messageOf(error, TEXTS)}</Notice>}
      <div className={styles['actions']}>
        <Button type="submit" variant="primary" isBusy={save.isPending}>
          {saveText(form.watch('when'), isPublished)}
        </Button>
        <Button
          variant="quiet"
          isBusy={preview.isPending}
          onClick={() => preview.mutate(form.getValues('body_html'))}
        >
          Preview
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
        {form.isChanged && (
          <Button
            variant="quiet"
            onClick={() => {
              form.discard();
              setSheet(sheet + 1);
            }}
          >
            Discard changes
          </Button>
        )}
        {clue && !isPublished && <DeleteClue huntId={huntId} clue={clue} onDeleted={finish} />}
      </div>
      {confirmed && (
        <PublishDialog
          hunt={hunt}
          clue={confirmed}
          isBusy={save.isPending}
          error={save.error}
          onConfirm={() => save.mutate(confirmed)}
          onClose={() => {
            save.reset();
            setConfirmed(null);
          }}
        />
      )}
      {preview.data && (
        <CluePreview
          title={form.getValues('title')}
          html={preview.data.body_html}
          onClose={preview.reset}
        />
      )}
    </form>
  );
}

function saveText(when: ClueFields['when'], isPublished: boolean): string {
  if (isPublished) return 'Save text';
  if (when === 'now') return 'Publish now';
  if (when === 'opening') return 'Save for the opening';
  return when === 'scheduled' ? 'Schedule' : 'Save draft';
}

type DeleteProps = { huntId: string; clue: StaffClue; onDeleted: () => Promise<void> };

function DeleteClue({ huntId, clue, onDeleted }: DeleteProps) {
  const [isConfirming, setConfirming] = useState(false);
  const remove = useMutation({
    mutationFn: () => callRoute(deleteClue, { params: { id: huntId, clueId: clue.id } }),
    onSuccess: onDeleted,
  });
  return (
    <>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={`Delete ${clueName(clue)}?`}
        confirmText="Delete it"
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          remove.reset();
          setConfirming(false);
        }}
      >
        <Stack>
          <p>“{clue.title}” has not come out yet, and never will. This cannot be undone.</p>
        </Stack>
      </ConfirmDialog>
    </>
  );
}
