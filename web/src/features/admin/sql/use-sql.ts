import type { runSql } from '@cairn/contracts/http/staff-sql.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { messageOf } from '../../../lib/api-error.ts';
import { callRoute } from '../api/call-route.ts';
import { dropDraft, readDraft, saveDraft } from '../drafts.ts';

type Answer = z.output<typeof runSql.answer>;
export type SelectResult = Extract<Answer, { rows: unknown }>;
export type UpdatePreview = Extract<Answer, { before: unknown }>;
export type UpdateResult = Extract<Answer, { message: string }>;
export type Plan = Extract<Answer, { plan: string }>;
export type SqlView = 'results' | 'plan';

const KEY = 'sql';
const FAILED = {
  refused: 'Failed to execute SQL query',
  failed: 'Failed to execute SQL query',
};

/** The server runs every query as a dry run first: a SELECT returns rows, an UPDATE a preview to confirm. */
export function useSql() {
  const [query, setQueryText] = useState(() => readDraft<string>(KEY) ?? '');
  const [savedQuery, setSavedQuery] = useState<string | null>(null);
  const [result, setResult] = useState<SelectResult | UpdateResult | null>(null);
  const [preview, setPreview] = useState<{ query: string; answer: UpdatePreview } | null>(null);
  const [view, setView] = useState<SqlView>('results');
  const run = useMutation({
    mutationFn: async (text: string) => {
      const answer = await callRoute('POST /api/admin/sql', {
        body: { query: text, dryRun: true },
      });
      return { text, answer };
    },
    onMutate: () => {
      setView('results');
      setResult(null);
    },
    onSuccess: ({ text, answer }) => {
      if ('before' in answer) setPreview({ query: text, answer });
      else if (!('plan' in answer)) setResult(answer);
    },
  });
  const explain = useMutation({
    mutationFn: async (text: string) => {
      const answer = await callRoute('POST /api/admin/sql', {
        body: { query: text, explain: true },
      });
      return 'plan' in answer ? { ...answer, query: text } : null;
    },
    onMutate: () => setView('plan'),
  });
  const commit = useMutation({
    mutationFn: ({ query: text, answer }: { query: string; answer: UpdatePreview }) =>
      callRoute('POST /api/admin/sql', { body: { query: text, expectRowCount: answer.rowCount } }),
    onSuccess: (answer) => {
      setPreview(null);
      if ('message' in answer) setResult(answer);
    },
  });
  const error = run.error && messageOf(run.error, FAILED);
  function setQuery(text: string) {
    setQueryText(text);
    if (text.trim()) saveDraft(KEY, text);
    else dropDraft(KEY);
  }
  return {
    query,
    setQuery,
    /** Sets a typed query aside, so that it can be restored. */
    selectFrom: (table: string) => {
      if (query.trim() && !isGeneratedQuery(query)) setSavedQuery(query);
      setQuery(`SELECT * FROM ${table} LIMIT 100`);
    },
    savedQuery,
    restoreQuery: () => {
      if (savedQuery) setQuery(savedQuery);
      setSavedQuery(null);
    },
    isBlank: query.trim() === '',
    execute: () => run.mutate(query.trim()),
    isExecuting: run.isPending,
    result,
    error,
    view,
    setView,
    explain: () => explain.mutate(query.trim()),
    isExplaining: explain.isPending,
    plan: explain.data ?? null,
    planError: explain.error && messageOf(explain.error, FAILED),
    preview,
    commit,
    closePreview: () => {
      setPreview(null);
      commit.reset();
    },
  };
}

function isGeneratedQuery(query: string): boolean {
  return /^SELECT \* FROM \w+ LIMIT 100$/.test(query.trim());
}

export type Sql = ReturnType<typeof useSql>;
