import { useParams } from 'react-router-dom';
import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading, Row, Stack } from '../components/ui/layout.tsx';
import { FindAnything } from '../features/admin/palette/find-anything.tsx';
import { BackToAdmin } from '../features/admin/ui/back-to-admin.tsx';
import { ToastRegion } from '../features/admin/ui/toast-region.tsx';
import { UserDetail } from '../features/admin/user/user-detail.tsx';

export function AdminUserPage() {
  const { userId = '' } = useParams();
  return (
    <Page>
      <PageMeta
        path={`/admin/user/${encodeURIComponent(userId)}`}
        title="User Details"
        description="One account in the back office."
        isHidden
      />
      <Stack gap="small">
        <Row>
          <BackToAdmin tab="users" />
          <FindAnything />
        </Row>
        <PageHeading>User Details</PageHeading>
      </Stack>
      <UserDetail key={userId} userId={userId} />
      <ToastRegion />
    </Page>
  );
}
