import { PageMeta } from '../components/page-meta.tsx';
import { Container } from '../components/ui/layout.tsx';
import { Notice } from '../components/ui/notice.tsx';
import { CurrentHunts } from '../features/home/current-hunts.tsx';
import { GroundRules } from '../features/home/ground-rules.tsx';
import { Hero } from '../features/home/hero.tsx';
import { HowItWorks } from '../features/home/how-it-works.tsx';
import { useSession } from '../features/session/use-session.ts';

export function HomePage() {
  const { ended } = useSession();
  return (
    <>
      <PageMeta
        path="/"
        title="Cairn"
        description="Regional treasure hunts with real prizes worth thousands of dollars. Solve the clues, find the box; all proceeds fund other hidden treasures."
      />
      {ended === 'deleted' && (
        <Container>
          <Notice tone="success" title="Your account is deleted." takesFocus>
            <p>We have erased what we held on you. Payments stay in our books without your name.</p>
          </Notice>
        </Container>
      )}
      <Hero />
      <CurrentHunts />
      <HowItWorks />
      <GroundRules />
    </>
  );
}
