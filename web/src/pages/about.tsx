import { NightTrain } from '../components/art/night-train.tsx';
import { TollBridge } from '../components/art/toll-bridge.tsx';
import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading } from '../components/ui/layout.tsx';
import styles from '../features/about/about.module.css';
import { Promises, WhatWeDo } from '../features/about/about-text.tsx';
import { JoinButton } from '../features/session/join-button.tsx';

export function AboutPage() {
  return (
    <Page>
      <PageMeta
        path="/about"
        title="About"
        description="Cairn hides real treasure outdoors, tells you how to find it, and puts all proceeds into the next one."
      />
      <PageHeading lead="We hide real treasure outdoors, and we tell you how to find it.">
        About Cairn
      </PageHeading>
      <div className={styles['spread']}>
        <WhatWeDo />
        <figure className={styles['plate']}>
          <TollBridge />
          <figcaption>Vermont, where a troll took his tolls uphill.</figcaption>
        </figure>
      </div>
      <div className={styles['spread']}>
        <figure className={styles['plate']}>
          <NightTrain />
          <figcaption>The northeastern USA, from the last night train.</figcaption>
        </figure>
        <div className={styles['text']}>
          <Promises />
          <div>
            <JoinButton />
          </div>
        </div>
      </div>
    </Page>
  );
}
