import { useParams } from 'react-router-dom';
import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading } from '../components/ui/layout.tsx';
import { ActivityDetail } from '../features/admin/activity/activity-detail.tsx';
import { BackToAdmin } from '../features/admin/ui/back-to-admin.tsx';

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
      <div>
        <BackToAdmin tab="activity" />
        <PageHeading>Activity Details</PageHeading>
      </div>
      <ActivityDetail key={activityId} activityId={activityId} />
    </Page>
  );
}
