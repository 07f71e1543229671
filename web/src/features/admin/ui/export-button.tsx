import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Row } from '../../../components/ui/layout.tsx';
import { LiveRegion } from '../../../components/ui/live-region.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { type CsvPart, readCsv } from './read-csv.ts';

type Props = {
  /** Plural noun of the rows, also in the file name: `purchases`. */
  noun: string;
  /** The rows that the list's filter matches, as far as they are counted. */
  total: number;
  readPart: (startingAfter: string) => Promise<CsvPart>;
};

/** Downloads every row of the list's filter as one CSV file, with its progress. */
export function ExportButton({ noun, total, readPart }: Props) {
  const [rows, setRows] = useState(0);
  const download = useMutation({
    mutationFn: () => readCsv(readPart, setRows),
    onMutate: () => setRows(0),
    onSuccess: (parts) => saveFile(`cairn-${noun}.csv`, 'text/csv', parts),
  });
  const { isPending, isSuccess, error } = download;
  return (
    <Row>
      <Button variant="quiet" isBusy={isPending} onClick={() => download.mutate()}>
        Export as CSV
      </Button>
      {isPending && (
        <progress aria-label={`Export of ${noun}`} value={rows} max={Math.max(total, rows, 1)} />
      )}
      <LiveRegion>
        {isSuccess && (
          <p>
            Exported {noun}: {rows.toLocaleString('en-US')}.
          </p>
        )}
      </LiveRegion>
      {error && <Notice tone="error">{messageOf(error, TEXTS)}</Notice>}
    </Row>
  );
}

const TEXTS = {
  refused: 'The export was refused.',
  failed: 'The export ended early and no file was saved. Try again.',
};
