import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { callRoute } from '../api/call-route.ts';

/** Ids of one call. */
const PART_SIZE = 1_000;

export function ExportSelection({ ids }: { ids: readonly string[] }) {
  const download = useMutation({
    mutationFn: async () => {
      const parts: string[] = [];
      for (let from = 0; from < ids.length; from += PART_SIZE) {
        const body = { ids: ids.slice(from, from + PART_SIZE), with_header: from === 0 };
        parts.push((await callRoute('POST /api/admin/accounts-export', { body })).csv);
      }
      return parts;
    },
    onSuccess: (parts) => saveFile('cairn-selected-accounts.csv', 'text/csv', parts),
  });
  return (
    <>
      <Button variant="quiet" isBusy={download.isPending} onClick={() => download.mutate()}>
        Export selected
      </Button>
      {download.error && <Notice tone="error">{messageOf(download.error, TEXTS)}</Notice>}
    </>
  );
}

const TEXTS = {
  refused: 'The export was refused.',
  failed: 'The export ended early and no file was saved. Try again.',
};
