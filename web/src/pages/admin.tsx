import { PageMeta } from '../components/page-meta.tsx';
import { LinkButton } from '../components/ui/button.tsx';
import { Page, PageHeading, Row } from '../components/ui/layout.tsx';
import { AdminTabs } from '../features/admin/admin-tabs.tsx';
import { FindAnything } from '../features/admin/palette/find-anything.tsx';
import { ToastRegion } from '../features/admin/ui/toast-region.tsx';

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
      <Row>
        <FindAnything />
        <LinkButton to="/admin/overview" variant="quiet">
          Overview
        </LinkButton>
      </Row>
      <AdminTabs />
      <ToastRegion />
    </Page>
  );
}
