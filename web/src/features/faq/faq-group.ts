import type { ReactNode } from 'react';

/** `id` is the hash of the link to the answer: /faq#id. */
type Question = { id: string; question: string; answer: ReactNode };
export type FaqGroup = { title: string; questions: readonly Question[] };
