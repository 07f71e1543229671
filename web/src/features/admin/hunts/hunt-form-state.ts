import type { useKeptForm } from '../ui/use-kept-form.ts';
import type { HuntFields } from './hunt-fields.ts';

export type HuntFormState = ReturnType<typeof useKeptForm<HuntFields>>;
