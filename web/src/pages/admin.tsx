import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading } from '../components/ui/layout.tsx';
import { AdminTabs } from '../features/admin/admin-tabs.tsx';

export function AdminPage() {
  return (
    <Page>
      <PageMeta
        path="/admin"
        title="Admin Dashboard"
        description="The back office of Cairn."
        isHidden
      />
      <PageHeading>Admin Dashboard</PageHeading>
      <AdminTabs />
    </Page>
  );
}
