import { PageMeta } from './page-meta.tsx';
import { Spread } from './spread.tsx';
import { LinkButton } from './ui/button.tsx';
import { PageHeading, Row } from './ui/layout.tsx';

type Props = { path: string; title: string; description: string; isHidden?: boolean };

/** Holds the place of a page that is still to be written; `npm run check` lists its users. */
export function UnwrittenPage(props: Props) {
  return (
    <Spread seed={props.path}>
      <PageMeta {...props} />
      <PageHeading lead="This page is still being written.">{props.title}</PageHeading>
      <Row>
        <LinkButton to="/">Return to Home</LinkButton>
      </Row>
    </Spread>
  );
}
