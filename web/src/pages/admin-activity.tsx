import { useParams } from 'react-router-dom';
import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading, Row, Stack } from '../components/ui/layout.tsx';
import { ActivityDetail } from '../features/admin/activity/activity-detail.tsx';
import { FindAnything } from '../features/admin/palette/find-anything.tsx';
import { BackToAdmin } from '../features/admin/ui/back-to-admin.tsx';
import { ToastRegion } from '../features/admin/ui/toast-region.tsx';

export function AdminActivityPage() {
  const { activityId = '' } = useParams();
  return (
    <Page>
      <PageMeta
        path={`/admin/activity/${encodeURIComponent(activityId)}`}
        title="Activity Details"
        description="One act of staff in the back office."
        isHidden
      />
      <Stack gap="small">
        <Row>
          <BackToAdmin tab="activity" />
          <FindAnything />
        </Row>
        <PageHeading>Activity Details</PageHeading>
      </Stack>
      <ActivityDetail key={activityId} activityId={activityId} />
      <ToastRegion />
    </Page>
  );
}
