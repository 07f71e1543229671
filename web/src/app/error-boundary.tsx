import { Component, type ReactNode } from 'react';
import { PageMeta } from '../components/page-meta.tsx';
import { Button, LinkButton } from '../components/ui/button.tsx';
import { Page, PageHeading, Row } from '../components/ui/layout.tsx';

type Props = { children: ReactNode };

/** One boundary per route: an error on a page keeps the header, the footer and navigation. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <BrokenPage /> : this.props.children;
  }
}

function BrokenPage() {
  return (
    <Page>
      <PageMeta
        path={window.location.pathname}
        title="Off the Trail"
        description="This page could not be shown."
        isHidden
      />
      <PageHeading lead="This page could not be shown. Nothing you did is lost.">
        Off the trail
      </PageHeading>
      <Row>
        <Button onClick={() => window.location.reload()}>Load the page again</Button>
        <LinkButton to="/" variant="quiet">
          Go to Home
        </LinkButton>
      </Row>
    </Page>
  );
}
