import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Stack } from '../../../components/ui/layout.tsx';
import { refreshProducts } from '../../products/use-products.ts';
import { adminKey, callRoute } from '../api/call-route.ts';
import { CodeDialog } from '../ui/code-dialog.tsx';
import { ViewHeading } from '../ui/view-heading.tsx';
import { type HuntFields, toNewHunt } from './hunt-fields.ts';
import { HuntForm } from './hunt-form.tsx';

type CreatedHunt = { id: string; title: string; code: string };

export function NewHunt({ onCreated }: { onCreated: (id: string) => void }) {
  const [created, setCreated] = useState<CreatedHunt | null>(null);
  const queryClient = useQueryClient();
  async function save(fields: HuntFields) {
    const hunt = await callRoute('POST /api/admin/hunts', { body: toNewHunt(fields) });
    await queryClient.invalidateQueries({ queryKey: adminKey('hunts') });
    void refreshProducts();
    return hunt;
  }
  function onSaved({ id, title, treasure_code }: Awaited<ReturnType<typeof save>>) {
    if (treasure_code === undefined) onCreated(id);
    else setCreated({ id, title, code: treasure_code });
  }
  return (
    <Stack>
      <ViewHeading>New hunt</ViewHeading>
      <p>It starts as a draft, which only staff see. You publish or open it on its page.</p>
      <HuntForm save={save} onSaved={onSaved} />
      {created && (
        <CodeDialog code={created.code} hunt={created} onClose={() => onCreated(created.id)} />
      )}
    </Stack>
  );
}
