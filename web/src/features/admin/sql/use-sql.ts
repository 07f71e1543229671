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
  const run = useMutation({
    mutationFn: async (text: string) => {
      const answer = await callRoute('POST /api/admin/sql', {
        body: { query: text, dryRun: true },
      });
      return { text, answer };
    },
    onMutate: () => setResult(null),
    onSuccess: ({ text, answer }) => {
      if ('before' in answer) setPreview({ query: text, answer });
      else setResult(answer);
    },
  });
  const commit = useMutation({
    mutationFn: ({ query: text, answer }: { query: string; answer: UpdatePreview }) =>
      callRoute('POST /api/admin/sql', { body: { query: text, expectRowCount: answer.rowCount } }),
    onSuccess: (answer) => {
      setPreview(null);
      if (!('before' in answer)) setResult(answer);
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
