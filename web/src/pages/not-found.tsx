import { useLocation } from 'react-router-dom';
import { PageMeta } from '../components/page-meta.tsx';
import { Spread } from '../components/spread.tsx';
import { LinkButton } from '../components/ui/button.tsx';
import { PageHeading, Row } from '../components/ui/layout.tsx';

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Spread seed="not-found">
      <PageMeta
        path={pathname}
        title="Page Not Found"
        description="There is no page at this address."
        isHidden
      />
      <PageHeading lead="There is no page at this address. The trail may have moved, or the link has a slip in it.">
        Page Not Found
      </PageHeading>
      <Row>
        <LinkButton to="/">Go to Home</LinkButton>
      </Row>
    </Spread>
  );
}
