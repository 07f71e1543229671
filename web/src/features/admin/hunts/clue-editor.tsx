import type { StaffClue, StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
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
import { inPlainText } from '../ui/merge-fields.ts';
import { DraftStatus } from '../ui/stored-drafts.tsx';
import { showToast } from '../ui/toast.ts';
import { useConflict } from '../ui/use-conflict.tsx';
import { useDraftForm } from '../ui/use-draft-form.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { ViewHeading } from '../ui/view-heading.tsx';
import {
  CLUE_LABELS,
  type ClueFields,
  EMPTY_CLUE,
  fieldsOf,
  validateFields,
} from './clue-fields.ts';
import { CluePreview } from './clue-preview.tsx';
import { clueName } from './clue-state.ts';
import { ClueTimeFields } from './clue-time-fields.tsx';
import { isBeforeOpening } from './hunt-state.ts';
import { OtherEditors } from './other-editors.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { saveClue } from './save-clue.ts';

type Props = { hunt: StaffHunt; clue?: StaffClue; onClose: () => void };

export function ClueEditor({ hunt, clue, onClose }: Props) {
  const huntId = hunt.id;
  const isPublished = clue?.is_published ?? false;
  const draftKey = `clue:${huntId}:${clue?.id ?? 'new'}`;
  const form = useDraftForm<ClueFields>({
    draftKey,
    saved: clue ? savedOf(clue) : NEW_CLUE,
    validateFields: (fields) => validateFields(fields, isPublished),
  });
  const [sheet, setSheet] = useState(0);
  const [confirmed, setConfirmed] = useState<ClueFields | null>(null);
  const { set } = useUrlState();
  const queryClient = useQueryClient();
  async function refetch() {
    await queryClient.invalidateQueries({ queryKey: adminKey('hunts', huntId) });
    // The release plan is not mounted now, and its cached rows are stale.
    queryClient.removeQueries({ queryKey: adminKey('release-plan') });
  }
  async function deleted() {
    form.discard();
    await refetch();
    onClose();
  }
  const save = useMutation({
    mutationFn: ({ fields, version }: { fields: ClueFields; version: number | null }) =>
      saveClue(huntId, clue, fields, version),
    onSuccess: async (saved, { fields }) => {
      const hasNewInput = form.settle(fields, savedOf(saved), `clue:${huntId}:${saved.id}`);
      await refetch();
      if (!hasNewInput) {
        showToast(`${clueName(saved)} is saved.`);
        onClose();
      } else if (!clue) set({ clue: saved.id });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: adminKey('hunts', huntId) }),
  });
  const conflict = useConflict<ClueFields, StaffClue>(save.error, {
    form,
    what: clue ? clueName(clue) : '',
    labels: CLUE_LABELS,
    savedOf,
    shown: (difference) => (difference.name === 'body_html' ? inPlainText(difference) : difference),
    isBusy: save.isPending,
    save: (fields, { version }) => save.mutate({ fields, version }),
    onResolved: () => {
      save.reset();
      setConfirmed(null);
    },
  });
  const preview = useMutation({
    mutationFn: (body_html: string) =>
      callRoute('POST /api/admin/clues/preview', { body: { body_html } }),
  });
  const error = conflict.isConflict ? null : (save.error ?? preview.error);
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={form.handleSubmit((fields) => {
        if (fields.when === 'now' && !isPublished) setConfirmed(fields);
        else save.mutate({ fields, version: form.base.version });
      })}
    >
      <ViewHeading>{clue ? clueName(clue) : 'New clue or update'}</ViewHeading>
      {clue && <OtherEditors huntId={huntId} clueId={clue.id} />}
      {conflict.theirTexts}
      {isPublished && <Notice>This is out: members have read it. Its time and number stay.</Notice>}
      <TextField {...form.register('title')} label="Title" required error={form.errorOf('title')} />
      <RichTextEditor
        key={`${sheet} ${form.base.version}`}
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
      {form.isChanged && <DraftStatus form={draftKey} />}
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
        {clue && (
          <Button variant="quiet" onClick={() => set({ view: 'texts' })}>
            Earlier texts
          </Button>
        )}
        {clue && !isPublished && <DeleteClue huntId={huntId} clue={clue} onDeleted={deleted} />}
      </div>
      {conflict.dialog}
      {confirmed && !conflict.isConflict && (
        <PublishDialog
          hunt={hunt}
          clue={confirmed}
          isBusy={save.isPending}
          error={save.error}
          onConfirm={() => save.mutate({ fields: confirmed, version: form.base.version })}
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

const NEW_CLUE = { fields: EMPTY_CLUE, version: null };

function savedOf(clue: StaffClue) {
  return { fields: fieldsOf(clue), version: clue.version };
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
    mutationFn: () =>
      callRoute('DELETE /api/admin/hunts/:id/clues/:clueId', {
        params: { id: huntId, clueId: clue.id },
      }),
    onSuccess: () => {
      showToast(`${clueName(clue)} is deleted.`);
      return onDeleted();
    },
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
