import { runSql } from '@cairn/contracts/http/staff-sql.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { messageOf } from '../../../lib/api-error.ts';
import { callRoute } from '../api/call-route.ts';
import { dropDraft, keepDraft, readDraft } from '../drafts.ts';

type Answer = z.output<typeof runSql.answer>;
export type Selected = Extract<Answer, { rows: unknown }>;
export type Tried = Extract<Answer, { before: unknown }>;
export type Done = Extract<Answer, { message: string }>;

const KEY = 'sql';
const FAILED = {
  refused: 'Failed to execute SQL query',
  failed: 'Failed to execute SQL query',
};

/** A SELECT is answered at once. An UPDATE, which the server tells, is tried first, shown, and asked about. */
export function useSql() {
  const [query, keepQuery] = useState(() => readDraft<string>(KEY) ?? '');
  const [putAside, setPutAside] = useState<string | null>(null);
  const [result, setResult] = useState<Selected | Done | null>(null);
  const [trial, setTrial] = useState<{ query: string; answer: Tried } | null>(null);
  const run = useMutation({
    mutationFn: async (text: string) => {
      const answer = await callRoute(runSql, { body: { query: text, dryRun: true } });
      return { text, answer };
    },
    onMutate: () => setResult(null),
    onSuccess: ({ text, answer }) => {
      if ('before' in answer) setTrial({ query: text, answer });
      else setResult(answer);
    },
  });
  const commit = useMutation({
    mutationFn: ({ query: text, answer }: { query: string; answer: Tried }) =>
      callRoute(runSql, { body: { query: text, expectRowCount: answer.rowCount } }),
    onSuccess: (answer) => {
      setTrial(null);
      if (!('before' in answer)) setResult(answer);
    },
  });
  const error = run.error && messageOf(run.error, FAILED);
  function setQuery(text: string) {
    keepQuery(text);
    if (text.trim()) keepDraft(KEY, text);
    else dropDraft(KEY);
  }
  return {
    query,
    setQuery,
    /** Puts aside what somebody wrote. */
    selectFrom: (table: string) => {
      if (query.trim() && !isMadeByClick(query)) setPutAside(query);
      setQuery(`SELECT * FROM ${table} LIMIT 100`);
    },
    putAside,
    bringBack: () => {
      if (putAside) setQuery(putAside);
      setPutAside(null);
    },
    isBlank: query.trim() === '',
    execute: () => run.mutate(query.trim()),
    isExecuting: run.isPending,
    result,
    error,
    trial,
    commit,
    leaveTrial: () => {
      setTrial(null);
      commit.reset();
    },
  };
}

function isMadeByClick(query: string): boolean {
  return /^SELECT \* FROM \w+ LIMIT 100$/.test(query.trim());
}

export type Sql = ReturnType<typeof useSql>;
