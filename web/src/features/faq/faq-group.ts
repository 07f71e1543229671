import type { ReactNode } from 'react';

/** `id` is what a link to the answer ends with: /faq#id. */
type Question = { id: string; question: string; answer: ReactNode };
export type FaqGroup = { title: string; questions: readonly Question[] };
