import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading, Row, Stack } from '../components/ui/layout.tsx';
import { OverviewPanel } from '../features/admin/overview/overview-panel.tsx';
import { FindAnything } from '../features/admin/palette/find-anything.tsx';
import { BackToAdmin } from '../features/admin/ui/back-to-admin.tsx';
import { ToastRegion } from '../features/admin/ui/toast-region.tsx';

export function AdminOverviewPage() {
  return (
    <Page>
      <PageMeta
        path="/admin/overview"
        title="Overview"
        description="The state of the hunts, for staff."
        isHidden
      />
      <Stack gap="small">
        <Row>
          <BackToAdmin tab="users" />
          <FindAnything />
        </Row>
        <PageHeading>Overview</PageHeading>
      </Stack>
      <OverviewPanel />
      <ToastRegion />
    </Page>
  );
}
