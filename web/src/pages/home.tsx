import { PageMeta } from '../components/page-meta.tsx';
import { CurrentHunts } from '../features/home/current-hunts.tsx';
import { GroundRules } from '../features/home/ground-rules.tsx';
import { Hero } from '../features/home/hero.tsx';
import { HowItWorks } from '../features/home/how-it-works.tsx';

export function HomePage() {
  return (
    <>
      <PageMeta
        path="/"
        title="Cairn"
        description="Regional treasure hunts with real prizes worth thousands of dollars. Solve the clues, find the box; all proceeds fund other hidden treasures."
      />
      <Hero />
      <CurrentHunts />
      <HowItWorks />
      <GroundRules />
    </>
  );
}
