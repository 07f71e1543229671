import { PageMeta } from '../components/page-meta.tsx';
import { Page, PageHeading } from '../components/ui/layout.tsx';
import styles from '../features/faq/faq.module.css';
import { FaqList } from '../features/faq/faq-list.tsx';
import { FAQ } from '../features/faq/questions.tsx';
import { JoinButton } from '../features/session/join-button.tsx';

export function FaqPage() {
  return (
    <Page>
      <PageMeta
        path="/faq"
        title="Frequently Asked Questions"
        description="What the treasure is and where it can be, how to join, what happens when you find it, and how you can check that we play fair."
      />
      <PageHeading lead="What it is, where it can be, what happens when you find it, and how you can check that we play fair.">
        Frequently Asked Questions
      </PageHeading>
      <div className={styles['columns']}>
        <FaqList groups={FAQ} />
        <div>
          <JoinButton label="Start Your Adventure" />
        </div>
      </div>
    </Page>
  );
}
