import type { Product } from '@cairn/contracts/http/hunts.ts';
import { useEffect, useState } from 'react';
import { Button, LinkButton } from '../../components/ui/button.tsx';
import { Card, Row, Stack } from '../../components/ui/layout.tsx';
import { LoadingLabel, Skeleton } from '../../components/ui/skeleton.tsx';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { formatDollars } from '../../lib/money.ts';
import { useJoin } from '../hunts/use-join.tsx';
import { currentValue } from '../products/hunt-value.ts';
import { useHunts } from '../products/use-products.ts';
import { readHuntToJoin, removeHuntToJoin } from '../session/hunt-to-join.ts';
import { useSession } from '../session/use-session.ts';

type Props = {
  /** A hunt that a link of its members led to. */
  visitedHandle: string | null;
  onJoined: (hunt: Product) => void;
};

/** Offers the hunt that the user was joining when they signed up, or whose page they opened. */
export function FinishJoining({ visitedHandle, onJoined }: Props) {
  const [savedHandle, setSavedHandle] = useState(readHuntToJoin);
  const [isDismissed, setDismissed] = useState(false);
  const { user } = useSession();
  const { data: hunts, isPending } = useHunts();
  const handle = visitedHandle ?? savedHandle;
  const hunt = hunts?.find((one) => one.handle === handle);
  const isOver = user && hunts && !isJoinable(hunt, user.products);
  useEffect(() => {
    if (isOver && handle === readHuntToJoin()) removeHuntToJoin();
  }, [isOver, handle]);
  if (!handle || isDismissed || isOver) return null;
  if (isPending || (hunts && !user)) return <Loading />;
  if (!hunt) return null;
  function dismiss() {
    removeHuntToJoin();
    setSavedHandle(null);
    setDismissed(true);
  }
  const verb = handle === savedHandle ? 'Finish joining' : 'Join';
  return <Offer hunt={hunt} verb={verb} onJoined={onJoined} onDismiss={dismiss} />;
}

function isJoinable(hunt: Product | undefined, joined: string[]): boolean {
  return hunt?.status === 'active' && !joined.includes(hunt.id);
}

type OfferProps = {
  hunt: Product;
  verb: string;
  onJoined: (hunt: Product) => void;
  onDismiss: () => void;
};

function Offer({ hunt, verb, onJoined, onDismiss }: OfferProps) {
  const { join, dialogs } = useJoin(hunt, { onJoined });
  const price = formatDollars(hunt.price_amount);
  return (
    <Card as="section">
      <Stack>
        <h2>
          {verb} {hunt.title}, {price}
        </h2>
        <p>
          {hunt.region}. The prize is {formatDollars(currentValue(hunt))} by now and grows with
          every hunter. You pay once, and the hunt is open to you at once.
        </p>
        <Row>
          <Button variant="primary" onClick={join}>
            Join this hunt for {price}
            <VisuallyHidden> {hunt.title}</VisuallyHidden>
          </Button>
          <LinkButton to={`/hunts/${hunt.handle}`}>
            About this hunt
            <VisuallyHidden> {hunt.title}</VisuallyHidden>
          </LinkButton>
          <Button variant="quiet" onClick={onDismiss}>
            Not now
          </Button>
        </Row>
        {dialogs}
      </Stack>
    </Card>
  );
}

function Loading() {
  return (
    <Card as="section">
      <LoadingLabel>Loading the hunt</LoadingLabel>
      <Skeleton height="10rem" />
    </Card>
  );
}
