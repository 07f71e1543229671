import { Stack } from '../../../components/ui/layout.tsx';
import { WithStoredDrafts } from '../ui/stored-drafts.tsx';
import { EmailWriter } from './email-writer.tsx';
import { MailingsList } from './mailings-list.tsx';

export function EmailPanel() {
  return (
    <Stack gap="large">
      <WithStoredDrafts>
        <EmailWriter />
      </WithStoredDrafts>
      <section>
        <Stack>
          <h2>Mailings</h2>
          <MailingsList />
        </Stack>
      </section>
    </Stack>
  );
}
