import { useQuery } from '@tanstack/react-query';
import { Card, Stack } from '../../../components/ui/layout.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { adminQuery } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { Loaded } from '../ui/loaded.tsx';
import { formatMoment } from '../ui/moments.ts';
import { Fact } from '../user/account-info.tsx';
import { nameOf } from '../users/selection.ts';
import { labelOf } from './action-labels.ts';
import { formatDetails } from './format-details.ts';
import { textsPathOf } from './subject.ts';

export function ActivityDetail({ activityId }: { activityId: string }) {
  const query = useQuery(
    adminQuery(
      'GET /api/admin/activity/:id',
      { params: { id: activityId } },
      'activity',
      activityId,
    ),
  );
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <Notice>No activity data found.</Notice>;
  }
  return (
    <Loaded query={query} failedText="Failed to fetch activity data">
      {(activity) => (
        <Stack gap="large">
          <Card as="section">
            <dl className={styles['facts']}>
              <Fact name="Activity ID">{activity.id}</Fact>
              <Fact name="Admin">{nameOf(activity) || '–'}</Fact>
              <Fact name="Admin Email">{activity.admin_email ?? 'Deleted account'}</Fact>
              <Fact name="Action">{labelOf(activity.action)}</Fact>
              <Fact name="Date/Time">{formatMoment(activity.created_at)}</Fact>
              <Fact name="Admin ID">{activity.admin_id}</Fact>
            </dl>
          </Card>
          <section>
            <Stack>
              <h2>Details</h2>
              <Details details={activity.details} />
              <TextsLink details={activity.details} />
            </Stack>
          </section>
        </Stack>
      )}
    </Loaded>
  );
}

function TextsLink({ details }: { details: unknown }) {
  const path = textsPathOf(details);
  return (
    path && (
      <p>
        <Link to={path}>The texts before and after</Link>
      </p>
    )
  );
}

function Details({ details }: { details: unknown }) {
  const { text, error } = formatDetails(details);
  if (error) return <Notice tone="error">{error}</Notice>;
  if (!text) return <p>No details available</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keyboard too
    <section className={styles['json']} tabIndex={0} aria-label="Details as JSON">
      <pre>{text}</pre>
    </section>
  );
}
