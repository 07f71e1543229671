import { PageMeta } from '../components/page-meta.tsx';
import { Spread } from '../components/spread.tsx';
import { LinkButton } from '../components/ui/button.tsx';
import { PageHeading, Prose, Row } from '../components/ui/layout.tsx';
import { Link } from '../components/ui/link.tsx';

export function UnsubscribedPage() {
  return (
    <Spread seed="unsubscribed">
      <PageMeta
        path="/unsubscribe-success"
        title="Unsubscribed Successfully"
        description="You are unsubscribed from all email notifications of Cairn."
        isHidden
      />
      <PageHeading lead="You have been unsubscribed from all email notifications.">
        Unsubscribed Successfully
      </PageHeading>
      <Prose>
        <p>
          You can change your alert preferences at any time{' '}
          <Link to="/dashboard">from your dashboard</Link> after logging in. Mail about your own
          account, such as receipts and password resets, still comes.
        </p>
      </Prose>
      <Row>
        <LinkButton to="/">Return to Home</LinkButton>
      </Row>
    </Spread>
  );
}
