import { Link } from '../../components/ui/link.tsx';
import type { LegalSection } from './legal-page.tsx';
import { RetentionPeriods } from './retention-periods.tsx';

export const PRIVACY: readonly LegalSection[] = [
  {
    id: 'short',
    title: 'The short version',
    body: (
      <ul>
        <li>We keep what a hunt needs, and nothing to sell. There are no ads and no trackers.</li>
        <li>We set no cookies. Your login is kept in your own browser’s storage.</li>
        <li>Card numbers never reach us.</li>
        <li>A treasure is claimed without a name.</li>
        <li>You can download what we hold on you, and delete it, on your dashboard.</li>
      </ul>
    ),
  },
  {
    id: 'kept',
    title: 'What we keep, why, and for how long',
    body: <RetentionPeriods />,
  },
  {
    id: 'browser',
    title: 'What stays in your browser',
    body: (
      <>
        <p>In your browser’s local storage, which only your browser reads:</p>
        <ul>
          <li>
            your login, for up to 7 days, and your account as last seen; both go when you log out;
          </li>
          <li>the page to go back to after a login;</li>
          <li>how often you used the contact form and the secret-code page in the last minutes;</li>
          <li>an entry whose payment is still being finished;</li>
          <li>the secret of a claim that you made, so that no reload can lose it.</li>
        </ul>
        <p>You can empty it at any time. A claim’s secret is then gone for good: note it first.</p>
      </>
    ),
  },
  {
    id: 'others',
    title: 'Who else gets to see something',
    body: (
      <>
        <ul>
          <li>
            <strong>Stripe</strong> takes the payment. Its card field is loaded only when you open
            the payment dialog; it sees your card, your email address and your browser, and may set
            cookies of its own against fraud.
          </li>
          <li>
            <strong>SendGrid</strong> delivers our email, and <strong>Twilio</strong> our SMS, to
            the address or number that you gave us.
          </li>
          <li>
            <strong>The host of the map’s tiles</strong> sees your network address and which part of
            the map you look at, on pages that show a map.
          </li>
          <li>Authorities, where the law obliges us, and only what it obliges us to.</li>
        </ul>
        <p>Nobody else. We sell and rent out no data, and we train no models with it.</p>
      </>
    ),
  },
  {
    id: 'staff',
    title: 'What our staff can see',
    body: (
      <p>
        Staff see your account, your purchases and your alert settings, to help you. Passwords,
        links sent to you, phone codes and treasure codes can be read by nobody, staff included.
        Everything that staff do is written to a log that cannot be changed afterwards, and that
        names people by number.
      </p>
    ),
  },
  {
    id: 'messages',
    title: 'Messages to you',
    body: (
      <>
        <p>
          Joining a hunt turns its email alerts on and leaves SMS off; you change both for each hunt
          on your dashboard. SMS go only to a number that you have confirmed by a code. Every email
          to many has a link that ends them all with one click, and STOP ends every SMS.
        </p>
        <p>
          What belongs to your account still comes: verification, password reset, receipts and the
          notice that an account was deleted. Our mails contain no hidden pictures that tell us
          whether you read them.
        </p>
      </>
    ),
  },
  {
    id: 'deletion',
    title: 'When you delete your account',
    body: (
      <>
        <p>
          Your address, name, phone number, alert settings and places in hunts are erased in every
          part of our systems. Purchases stay for the books, under a number that no longer leads to
          you. The prize that your entry has made bigger stays so.
        </p>
        <p>
          Inside our systems, news travels between the parts as messages that are kept for 7 days
          and then go by themselves. If mail to your address had bounced or was reported as spam, a
          fingerprint of the address (a keyed hash, from which it cannot be read) stays, so that we
          do not write to it again. A last email says that the deletion is done. You may sign up
          afresh with the same address at any time.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <p>
        You may see what we hold on you, have it corrected, take it with you and have it erased. The
        download and the deletion are on your <Link to="/dashboard">dashboard</Link>; for anything
        else, and for complaints, write to us by the <Link to="/contact">contact form</Link>. You
        may also turn to the authority for data protection where you live.
      </p>
    ),
  },
  {
    id: 'safety',
    title: 'How it is kept safe',
    body: (
      <p>
        Passwords are kept only as argon2id hashes, links and codes only as hashes or sealed under
        keys that are kept apart from the database. Each part of our systems reaches its own data
        alone. A changed password ends every other login within a second.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        If this policy changes, this page says so with a new date, and we write to everybody with an
        account before the change holds.
      </p>
    ),
  },
];
