import { PageMeta } from '../components/page-meta.tsx';
import { Spread } from '../components/spread.tsx';
import { LinkButton } from '../components/ui/button.tsx';
import { PageHeading } from '../components/ui/layout.tsx';
import styles from '../features/contact/contact.module.css';
import { ContactForm } from '../features/contact/contact-form.tsx';

export function ContactPage() {
  return (
    <Spread seed="contact">
      <PageMeta
        path="/contact"
        title="Contact"
        description="Write to the people behind Cairn: questions about hunts, payments, safety or anything else."
      />
      <PageHeading lead="Questions about a hunt, a payment or the rules? People read every message, and a copy comes to your own address.">
        Contact
      </PageHeading>
      <ContactForm />
      <div className={styles['join']}>
        <p>Not on the trail yet?</p>
        <LinkButton variant="quiet" to="/signup">
          Join the hunt
        </LinkButton>
      </div>
    </Spread>
  );
}
