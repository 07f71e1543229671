import { useRef, useState } from 'react';
import { Stack } from '../../../components/ui/layout.tsx';
import { WithStoredDrafts } from '../ui/stored-drafts.tsx';
import { EmailWriter } from './email-writer.tsx';
import { MailingsList } from './mailings-list.tsx';
import type { StartContent } from './use-email-form.ts';

export function EmailPanel() {
  const [start, setStart] = useState<StartContent | null>(null);
  const writer = useRef<HTMLElement>(null);
  function startFrom(content: StartContent) {
    setStart(content);
    writer.current?.focus();
    writer.current?.scrollIntoView({ block: 'start' });
  }
  return (
    <Stack gap="large">
      {/* Focused when a mailing of the list is opened in the form. */}
      <section ref={writer} tabIndex={-1} aria-label="Write an email">
        <WithStoredDrafts>
          <EmailWriter start={start} onStarted={() => setStart(null)} />
        </WithStoredDrafts>
      </section>
      <section>
        <Stack>
          <h2>Mailings</h2>
          <MailingsList onStart={startFrom} />
        </Stack>
      </section>
    </Stack>
  );
}
