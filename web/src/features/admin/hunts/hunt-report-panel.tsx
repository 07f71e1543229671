import type { StaffHuntReport } from '@cairn/contracts/http/hunt-reports.ts';
import type { StaffClue, StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import { LiveRegion } from '../../../components/ui/live-region.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { RichTextEditor } from '../../editor/rich-text-editor.tsx';
import { adminKey, adminQuery, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { ConfirmDialog, TEXTS } from '../ui/confirm-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { inPlainText } from '../ui/merge-fields.ts';
import { formatMoment } from '../ui/moments.ts';
import { DraftStatus } from '../ui/stored-drafts.tsx';
import { showToast } from '../ui/toast.ts';
import { useConflict } from '../ui/use-conflict.tsx';
import { useDraftForm } from '../ui/use-draft-form.ts';
import own from './hunts.module.css';
import {
  fieldsOf,
  labelsOf,
  type ReportFields,
  solutionField,
  toReport,
  validateFields,
} from './report-fields.ts';

/** The winner's story and the solutions of a complete hunt. */
export function HuntReportPanel({ hunt }: { hunt: StaffHunt }) {
  const params = { id: hunt.id };
  const report = useQuery(
    adminQuery('GET /api/admin/hunts/:id/report', { params }, 'hunts', hunt.id, 'report'),
  );
  const clues = useQuery(
    adminQuery('GET /api/admin/hunts/:id/clues', { params }, 'hunts', hunt.id, 'clues'),
  );
  return (
    <section className={own['group']} aria-labelledby="hunt-report">
      <h2 id="hunt-report">Winner’s story and solutions</h2>
      <Loaded query={report} failedText="Failed to fetch the story">
        {(saved) => (
          <Loaded query={clues} failedText="Failed to fetch the clues">
            {(list) => (
              <ReportForm hunt={hunt} saved={saved} clues={list.clues.filter(isReleasedClue)} />
            )}
          </Loaded>
        )}
      </Loaded>
    </section>
  );
}

function isReleasedClue({ kind, is_published }: StaffClue): boolean {
  return kind === 'clue' && is_published;
}

type FormProps = { hunt: StaffHunt; saved: StaffHuntReport; clues: StaffClue[] };

function ReportForm({ hunt, saved, clues }: FormProps) {
  const draftKey = `report:${hunt.id}`;
  const savedOf = (report: StaffHuntReport) => ({
    fields: fieldsOf(report, clues),
    version: report.version,
  });
  const form = useDraftForm<ReportFields>({ draftKey, saved: savedOf(saved), validateFields });
  const [sheet, setSheet] = useState(0);
  const queryClient = useQueryClient();
  const queryKey = adminKey('hunts', hunt.id, 'report');
  const save = useMutation({
    mutationFn: ({ fields, version }: { fields: ReportFields; version: number | null }) =>
      callRoute('PUT /api/admin/hunts/:id/report', {
        params: { id: hunt.id },
        body: toReport(fields),
        ifMatch: version ?? undefined,
      }),
    onSuccess: async (report, { fields }) => {
      // An answer to an earlier fetch would bring the former texts back.
      await queryClient.cancelQueries({ queryKey });
      form.settle(fields, savedOf(report));
      queryClient.setQueryData(queryKey, report);
    },
    // A conflict may bring the solution of a clue that was released after the form was opened.
    onError: () =>
      void queryClient.invalidateQueries({ queryKey: adminKey('hunts', hunt.id, 'clues') }),
  });
  const labels = labelsOf(clues);
  const conflict = useConflict<ReportFields, StaffHuntReport>(save.error, {
    form,
    what: `the story of ${hunt.title}`,
    labels,
    savedOf,
    shown: (difference) =>
      difference.name === 'winner_name' ? difference : inPlainText(difference),
    isBusy: save.isPending,
    save: (fields, { version }) => save.mutate({ fields, version }),
    onResolved: save.reset,
  });
  const texts = ['story_html', ...clues.map(({ id }) => solutionField(id))];
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={form.handleSubmit((fields) => save.mutate({ fields, version: form.base.version }))}
    >
      <p>{stateOf(saved)}</p>
      {conflict.theirTexts}
      <TextField
        {...form.register('winner_name')}
        label={labels['winner_name'] ?? ''}
        hint="As it will be public. Leave it empty if the winner is not to be named."
        error={form.errorOf('winner_name')}
      />
      {texts.map((name) => (
        <RichTextEditor
          key={`${sheet} ${form.base.version} ${name}`}
          label={labels[name] ?? ''}
          initialHtml={form.getValues(name) ?? ''}
          error={form.errorOf(name)}
          onChange={(html) => form.setValue(name, html)}
        />
      ))}
      <LiveRegion>
        {save.isSuccess && !form.isChanged && <Notice tone="success">Saved.</Notice>}
        {save.error && !conflict.isConflict && (
          <Notice tone="error">{messageOf(save.error, TEXTS)}</Notice>
        )}
      </LiveRegion>
      {form.isChanged && <DraftStatus form={draftKey} />}
      {conflict.dialog}
      <div className={styles['actions']}>
        <Button type="submit" variant="primary" isBusy={save.isPending}>
          {saved.published_at ? 'Save and show' : 'Save'}
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
        <Publication hunt={hunt} saved={saved} isChanged={form.isChanged} />
      </div>
    </form>
  );
}

function stateOf({ published_at, is_publishable }: StaffHuntReport): string {
  if (published_at) return `Public since ${formatMoment(published_at)}.`;
  return is_publishable
    ? 'Only staff can read it until you publish it.'
    : 'It can be published once the claim is verified. Until then only staff can read it.';
}

type PublicationProps = { hunt: StaffHunt; saved: StaffHuntReport; isChanged: boolean };

/** Publishes what is saved, or hides it again. */
function Publication({ hunt, saved, isChanged }: PublicationProps) {
  /** The version that the reader of the dialog has seen; null while it is closed. */
  const [seenVersion, setSeenVersion] = useState<number | null>(null);
  const queryClient = useQueryClient();
  const params = { id: hunt.id };
  const queryKey = adminKey('hunts', hunt.id, 'report');
  const isPublished = saved.published_at !== null;
  const hasText = saved.story_html !== '' || saved.solutions.length > 0;
  const change = useMutation({
    mutationFn: () =>
      isPublished
        ? callRoute('POST /api/admin/hunts/:id/report/unpublish', { params })
        : callRoute('POST /api/admin/hunts/:id/report/publish', {
            params,
            ifMatch: seenVersion ?? 0,
          }),
    onSuccess: async (report) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, report);
      setSeenVersion(null);
      showToast(
        isPublished
          ? 'The story and the solutions are hidden again.'
          : 'The story and the solutions are public.',
      );
    },
  });
  const action = isPublished ? 'Unpublish' : 'Publish';
  return (
    <>
      <Button
        variant="quiet"
        disabled={!isPublished && (isChanged || !hasText || !saved.is_publishable)}
        onClick={() => setSeenVersion(saved.version)}
      >
        {action} story and solutions
      </Button>
      <ConfirmDialog
        isOpen={seenVersion !== null}
        title={`${action} the story of ${hunt.title}?`}
        confirmText={action}
        isDangerous={isPublished}
        isBusy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate()}
        onClose={() => {
          // Shows what a colleague saved, if that refused the call.
          if (change.error) void queryClient.invalidateQueries({ queryKey });
          change.reset();
          setSeenVersion(null);
        }}
      >
        <p>
          {isPublished
            ? 'It is no longer on the hunt’s pages. The texts stay here.'
            : `Everyone can read the story and the solutions of ${saved.solutions.length} of the clues, with the titles of these clues. ${saved.winner_name ? `The winner is named as ${saved.winner_name}.` : 'The winner is not named.'}`}
        </p>
      </ConfirmDialog>
    </>
  );
}
