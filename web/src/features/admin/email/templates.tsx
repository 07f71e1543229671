import type { MailingTemplate } from '@cairn/contracts/http/mailing-templates.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { adminKey, adminQuery, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { SelectField } from '../ui/fields.tsx';
import { EMPTY_SEGMENT, type EmailDraft, isReady } from './email-draft.ts';

const KEY = 'mailing-templates';

/** Begins a mail with a template, and deletes templates. */
export function TemplateChoice({ onStart }: { onStart: (template: MailingTemplate) => void }) {
  const [chosenId, choose] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const queryClient = useQueryClient();
  const query = useQuery(adminQuery('GET /api/admin/mailing-templates', {}, KEY));
  const templates = query.data?.templates ?? [];
  const chosen = templates.find(({ id }) => id === chosenId);
  const remove = useMutation({
    mutationFn: (id: string) =>
      callRoute('DELETE /api/admin/mailing-templates/:id', { params: { id } }),
    onSuccess: () => setConfirming(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKey(KEY) }),
  });
  if (query.error) return <Notice tone="error">{messageOf(query.error, FAILED_TO_LIST)}</Notice>;
  return (
    <div className={styles['split']}>
      <SelectField
        label="Template"
        value={chosen?.id ?? ''}
        disabled={templates.length === 0}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{templates.length === 0 ? 'No templates yet' : 'Choose one'}</option>
        {templates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className={styles['actions']}>
        <Button variant="quiet" disabled={!chosen} onClick={() => chosen && onStart(chosen)}>
          Use template
        </Button>
        <Button variant="quiet" disabled={!chosen} onClick={() => setConfirming(true)}>
          Delete template
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Delete this template?"
        confirmText="Delete template"
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => chosen && remove.mutate(chosen.id)}
        onClose={() => {
          remove.reset();
          setConfirming(false);
        }}
      >
        <p>“{chosen?.name}” is deleted for all admins. Mailings that began with it stay.</p>
      </ConfirmDialog>
    </div>
  );
}

/** Saves the mail and its segment, without named addresses. */
export function SaveTemplate({ draft }: { draft: EmailDraft }) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const queryClient = useQueryClient();
  const { subject, content, segment, hunt } = draft;
  const save = useMutation({
    mutationFn: () =>
      callRoute('POST /api/admin/mailing-templates', {
        body: {
          ...{ name: name.trim(), subject: subject.trim(), content },
          segment: segment ?? { ...EMPTY_SEGMENT, hunts: hunt ? [hunt] : [] },
        },
      }),
    onSuccess: () => {
      setOpen(false);
      setName('');
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKey(KEY) }),
  });
  return (
    <>
      <Button variant="quiet" disabled={!isReady(draft)} onClick={() => setOpen(true)}>
        Save as template
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Save as template"
        confirmText="Save template"
        isDisabled={name.trim() === ''}
        isBusy={save.isPending}
        error={save.error}
        onConfirm={() => save.mutate()}
        onClose={() => {
          save.reset();
          setOpen(false);
        }}
      >
        <TextField
          label="Name"
          value={name}
          maxLength={80}
          required
          autoComplete="off"
          hint="All admins see it. Named recipients are not part of it."
          onChange={({ target }) => setName(target.value)}
        />
      </ConfirmDialog>
    </>
  );
}

const FAILED_TO_LIST = {
  refused: 'Failed to fetch templates',
  failed: 'Failed to fetch templates',
};
