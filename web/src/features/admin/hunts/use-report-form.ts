import type { StaffHuntReport } from '@cairn/contracts/http/hunt-reports.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { adminKey, callRoute } from '../api/call-route.ts';
import { dropDraft, readDraft, saveDraft } from '../drafts.ts';
import { isEqual } from '../ui/merge-fields.ts';

type Texts = Pick<StaffHuntReport, 'winner_name' | 'story_html' | 'solutions'>;

/** Unsaved texts with the saved ones that they began with. */
type Draft = { texts: Texts; base: Texts };

/** The texts of a hunt's report. Unsaved ones stay in this page, see drafts.ts. */
export function useReportForm(saved: StaffHuntReport) {
  const draftKey = `report:${saved.hunt_id}`;
  const [draft] = useState(() => readDraft<Draft>(draftKey));
  /** As the server had them when this form began or was last saved. */
  const [base, setBase] = useState(draft?.base ?? textsOf(saved));
  /** What the editors begin with, whose `key` is `sheet`. */
  const [initial, setInitial] = useState({ texts: draft?.texts ?? base, sheet: 0 });
  const [texts, setTexts] = useState(initial.texts);
  const [isChanged, setChanged] = useState(draft !== null);
  const latest = useRef(texts);
  const queryClient = useQueryClient();
  const queryKey = adminKey('hunts', saved.hunt_id, 'report');
  const save = useMutation({
    mutationFn: (sent: Texts) =>
      callRoute('PUT /api/admin/hunts/:id/report', { params: { id: saved.hunt_id }, body: sent }),
    onSuccess: async (report, sent) => {
      // An answer to an earlier fetch would bring the former texts back.
      await queryClient.cancelQueries({ queryKey });
      const now = textsOf(report);
      if (isEqual(latest.current, sent)) {
        dropDraft(draftKey);
        setChanged(false);
      } else saveDraft(draftKey, { texts: latest.current, base: now });
      setBase(now);
      queryClient.setQueryData(queryKey, report);
    },
  });
  const lastSaved = useRef(saved);
  useEffect(() => {
    if (lastSaved.current === saved) return;
    lastSaved.current = saved;
    const newest = textsOf(saved);
    // Without unsaved input the form follows the server.
    if (isChanged || isEqual(newest, base)) return;
    latest.current = newest;
    setBase(newest);
    setTexts(newest);
    setInitial((last) => ({ texts: newest, sheet: last.sheet + 1 }));
  }, [isChanged, saved, base]);
  function change(changes: Partial<Texts>) {
    const next = { ...latest.current, ...changes };
    latest.current = next;
    setTexts(next);
    setChanged(true);
    saveDraft(draftKey, { texts: next, base });
  }
  return {
    texts,
    initial,
    isChanged,
    /** Whether another admin saved texts after this edit began. */
    hasNewer: isChanged && !isEqual(textsOf(saved), base),
    save,
    submit: () => save.mutate(latest.current),
    change,
    changeSolution(clue_id: string, body_html: string) {
      const others = latest.current.solutions.filter((one) => one.clue_id !== clue_id);
      change({ solutions: [...others, { clue_id, body_html }] });
    },
  };
}

function textsOf({ winner_name, story_html, solutions }: StaffHuntReport): Texts {
  return { winner_name, story_html, solutions };
}
