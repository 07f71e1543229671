import type { useDraftForm } from '../ui/use-draft-form.ts';
import type { HuntFields } from './hunt-fields.ts';

export type HuntFormState = ReturnType<typeof useDraftForm<HuntFields>>;
